
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'cw-rerank' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'cw-rerank'
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
        'cw-rerank' {
            [CompletionResult]::new('--provider', '--provider', [CompletionResultType]::ParameterName, 'Who judges [default: http if RERANK_BASE_URL is set, else rules]')
            [CompletionResult]::new('--model', '--model', [CompletionResultType]::ParameterName, 'The model of the service [default: RERANK_MODEL]')
            [CompletionResult]::new('--top-n', '--top-n', [CompletionResultType]::ParameterName, 'Hits that the service is given [default: RERANK_TOP_N, else 20]')
            [CompletionResult]::new('--low-confidence', '--low-confidence', [CompletionResultType]::ParameterName, 'What to keep of what a service judged when even the best is bad')
            [CompletionResult]::new('-k', '-k', [CompletionResultType]::ParameterName, 'Most files')
            [CompletionResult]::new('--per-file', '--per-file', [CompletionResultType]::ParameterName, 'Most hits of one file')
            [CompletionResult]::new('--weights', '--weights', [CompletionResultType]::ParameterName, 'Rank with the weights in this file, as cw eval --fit writes them')
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--no-cut-off', '--no-cut-off', [CompletionResultType]::ParameterName, 'Keep what a service judged to be far from the best')
            [CompletionResult]::new('--explain', '--explain', [CompletionResultType]::ParameterName, 'Put the features of each file on its first hit')
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
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
