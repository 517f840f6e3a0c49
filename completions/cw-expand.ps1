
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'cw-expand' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'cw-expand'
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
        'cw-expand' {
            [CompletionResult]::new('--neighbours', '--neighbours', [CompletionResultType]::ParameterName, 'E1: so many chunks before and after a hit; 0 turns it off')
            [CompletionResult]::new('--breadcrumb', '--breadcrumb', [CompletionResultType]::ParameterName, 'E2: so many chunks with the same container; 0 turns it off')
            [CompletionResult]::new('--imports', '--imports', [CompletionResultType]::ParameterName, 'E3: so many imported files a hit; 0 turns it off')
            [CompletionResult]::new('--importers', '--importers', [CompletionResultType]::ParameterName, 'E4: so many files a hit that import its file; 0 turns it off')
            [CompletionResult]::new('--call-sites', '--call-sites', [CompletionResultType]::ParameterName, 'E5: so many uses of each name that a hit defines; 0 turns it off')
            [CompletionResult]::new('--chunks-per-import', '--chunks-per-import', [CompletionResultType]::ParameterName, 'E3 and E4: so many chunks of an imported or importing file')
            [CompletionResult]::new('--seeds', '--seeds', [CompletionResultType]::ParameterName, 'Expand only so many of the best hits')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'Add at most so many hits')
            [CompletionResult]::new('--path', '--path', [CompletionResultType]::ParameterName, 'Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; ''!'' before it excludes. May be repeated')
            [CompletionResult]::new('--glob', '--glob', [CompletionResultType]::ParameterName, 'Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; ''!'' before it excludes. May be repeated')
            [CompletionResult]::new('--lang', '--lang', [CompletionResultType]::ParameterName, 'Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated')
            [CompletionResult]::new('--language', '--language', [CompletionResultType]::ParameterName, 'Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated')
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--keep-going', '--keep-going', [CompletionResultType]::ParameterName, 'Pass over lines that are no records (each becomes a fault) instead of stopping')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
