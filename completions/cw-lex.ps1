
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'cw-lex' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'cw-lex'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'cw-lex' {
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('add', 'add', [CompletionResultType]::ParameterValue, 'Store files and their words in the index, and pass all records on')
            [CompletionResult]::new('find', 'find', [CompletionResultType]::ParameterValue, 'Start a stream: hits for a question, by words, names and paths')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'cw-lex;add' {
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]')
            [CompletionResult]::new('--wait', '--wait', [CompletionResultType]::ParameterName, 'Wait so many seconds for another writer of the index')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--keep-going', '--keep-going', [CompletionResultType]::ParameterName, 'Pass over lines that are no records (each becomes a fault) instead of stopping')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'cw-lex;find' {
            [CompletionResult]::new('-k', '-k', [CompletionResultType]::ParameterName, 'Most files')
            [CompletionResult]::new('--path', '--path', [CompletionResultType]::ParameterName, 'Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; ''!'' before it excludes. May be repeated')
            [CompletionResult]::new('--glob', '--glob', [CompletionResultType]::ParameterName, 'Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; ''!'' before it excludes. May be repeated')
            [CompletionResult]::new('--lang', '--lang', [CompletionResultType]::ParameterName, 'Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated')
            [CompletionResult]::new('--language', '--language', [CompletionResultType]::ParameterName, 'Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated')
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--literal', '--literal', [CompletionResultType]::ParameterName, 'What stands there letter for letter')
            [CompletionResult]::new('--regex', '--regex', [CompletionResultType]::ParameterName, 'What a regular expression matches; ^ and $ are the ends of a line, (?i) is any case')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'With --literal or --regex every match of every file, in the order of the paths, as they are found')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'cw-lex;help' {
            [CompletionResult]::new('add', 'add', [CompletionResultType]::ParameterValue, 'Store files and their words in the index, and pass all records on')
            [CompletionResult]::new('find', 'find', [CompletionResultType]::ParameterValue, 'Start a stream: hits for a question, by words, names and paths')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'cw-lex;help;add' {
            break
        }
        'cw-lex;help;find' {
            break
        }
        'cw-lex;help;help' {
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
