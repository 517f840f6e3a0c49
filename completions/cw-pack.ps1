
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'cw-pack' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'cw-pack'
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
        'cw-pack' {
            [CompletionResult]::new('--tokens', '--tokens', [CompletionResultType]::ParameterName, 'Never print more tokens than this, counted exactly; of json and jsonl only the texts count')
            [CompletionResult]::new('--chars', '--chars', [CompletionResultType]::ParameterName, 'Never print more characters than this; of json and jsonl only the texts count')
            [CompletionResult]::new('--max-total-chars', '--max-total-chars', [CompletionResultType]::ParameterName, 'Never print more characters than this; of json and jsonl only the texts count')
            [CompletionResult]::new('--shares', '--shares', [CompletionResultType]::ParameterName, 'No piece takes more than one of so many shares of the budget: a longer one is cut to the lines that answer best; 1 cuts nothing')
            [CompletionResult]::new('--encoding', '--encoding', [CompletionResultType]::ParameterName, 'What counts tokens')
            [CompletionResult]::new('--segments-per-file', '--segments-per-file', [CompletionResultType]::ParameterName, 'Most pieces of one file, adjacent hits being one piece [default: no limit]')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How the answer is written')
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--explain', '--explain', [CompletionResultType]::ParameterName, 'Show the evidence for each result: in brackets, or in json and jsonl as ''from''')
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
