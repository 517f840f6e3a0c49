
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'cw-embed' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'cw-embed'
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
        'cw-embed' {
            [CompletionResult]::new('--vector-format', '--vector-format', [CompletionResultType]::ParameterName, 'How the numbers are written')
            [CompletionResult]::new('--dtype', '--dtype', [CompletionResultType]::ParameterName, 'Type of the numbers in base64')
            [CompletionResult]::new('--provider', '--provider', [CompletionResultType]::ParameterName, 'Who embeds [default: http if EMBEDDINGS_BASE_URL is set, else embedded]')
            [CompletionResult]::new('--model', '--model', [CompletionResultType]::ParameterName, 'The model of the service, or the folder of the local one [default: EMBEDDINGS_MODEL]')
            [CompletionResult]::new('--dims', '--dims', [CompletionResultType]::ParameterName, 'Ask the service for vectors of so many numbers [default: EMBEDDINGS_DIMENSIONS, else what the model gives]')
            [CompletionResult]::new('--batch', '--batch', [CompletionResultType]::ParameterName, 'Texts of one request to the service [default: EMBEDDINGS_BATCH_SIZE, else 32]')
            [CompletionResult]::new('--concurrency', '--concurrency', [CompletionResultType]::ParameterName, 'Requests to the service at once [default: EMBEDDINGS_MAX_CONCURRENCY, else 10]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Agree that code is sent to the service, as a script must')
            [CompletionResult]::new('--keep-going', '--keep-going', [CompletionResultType]::ParameterName, 'Pass over lines that are no records (each becomes a fault) instead of stopping')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('add', 'add', [CompletionResultType]::ParameterValue, 'Store a vector for each chunk in the index (embedding what has none), and pass all records on')
            [CompletionResult]::new('find', 'find', [CompletionResultType]::ParameterValue, 'Add hits by vector to a stream; with a question, start one')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'cw-embed;add' {
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]')
            [CompletionResult]::new('--wait', '--wait', [CompletionResultType]::ParameterName, 'Wait so many seconds for another writer of the index')
            [CompletionResult]::new('--provider', '--provider', [CompletionResultType]::ParameterName, 'Who embeds [default: http if EMBEDDINGS_BASE_URL is set, else embedded]')
            [CompletionResult]::new('--model', '--model', [CompletionResultType]::ParameterName, 'The model of the service, or the folder of the local one [default: EMBEDDINGS_MODEL]')
            [CompletionResult]::new('--dims', '--dims', [CompletionResultType]::ParameterName, 'Ask the service for vectors of so many numbers [default: EMBEDDINGS_DIMENSIONS, else what the model gives]')
            [CompletionResult]::new('--batch', '--batch', [CompletionResultType]::ParameterName, 'Texts of one request to the service [default: EMBEDDINGS_BATCH_SIZE, else 32]')
            [CompletionResult]::new('--concurrency', '--concurrency', [CompletionResultType]::ParameterName, 'Requests to the service at once [default: EMBEDDINGS_MAX_CONCURRENCY, else 10]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Agree that code is sent to the service, as a script must')
            [CompletionResult]::new('--keep-going', '--keep-going', [CompletionResultType]::ParameterName, 'Pass over lines that are no records (each becomes a fault) instead of stopping')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'cw-embed;find' {
            [CompletionResult]::new('-k', '-k', [CompletionResultType]::ParameterName, 'Most files')
            [CompletionResult]::new('--path', '--path', [CompletionResultType]::ParameterName, 'Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; ''!'' before it excludes. May be repeated')
            [CompletionResult]::new('--glob', '--glob', [CompletionResultType]::ParameterName, 'Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; ''!'' before it excludes. May be repeated')
            [CompletionResult]::new('--lang', '--lang', [CompletionResultType]::ParameterName, 'Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated')
            [CompletionResult]::new('--language', '--language', [CompletionResultType]::ParameterName, 'Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated')
            [CompletionResult]::new('--provider', '--provider', [CompletionResultType]::ParameterName, 'Who embeds [default: http if EMBEDDINGS_BASE_URL is set, else embedded]')
            [CompletionResult]::new('--model', '--model', [CompletionResultType]::ParameterName, 'The model of the service, or the folder of the local one [default: EMBEDDINGS_MODEL]')
            [CompletionResult]::new('--dims', '--dims', [CompletionResultType]::ParameterName, 'Ask the service for vectors of so many numbers [default: EMBEDDINGS_DIMENSIONS, else what the model gives]')
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--keep-going', '--keep-going', [CompletionResultType]::ParameterName, 'Pass over lines that are no records (each becomes a fault) instead of stopping')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'cw-embed;help' {
            [CompletionResult]::new('add', 'add', [CompletionResultType]::ParameterValue, 'Store a vector for each chunk in the index (embedding what has none), and pass all records on')
            [CompletionResult]::new('find', 'find', [CompletionResultType]::ParameterValue, 'Add hits by vector to a stream; with a question, start one')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'cw-embed;help;add' {
            break
        }
        'cw-embed;help;find' {
            break
        }
        'cw-embed;help;help' {
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
