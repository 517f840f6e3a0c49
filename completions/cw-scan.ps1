
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'cw-scan' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'cw-scan'
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
        'cw-scan' {
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'Take or leave out by glob, over the ignore files; a folder stands for what they leave below it; ''!'' before it leaves out. May be repeated')
            [CompletionResult]::new('--glob', '--glob', [CompletionResultType]::ParameterName, 'Take or leave out by glob, over the ignore files; a folder stands for what they leave below it; ''!'' before it leaves out. May be repeated')
            [CompletionResult]::new('--max-file-size', '--max-file-size', [CompletionResultType]::ParameterName, 'Leave out files that are larger (bytes; suffix K or M) [default: 1M]')
            [CompletionResult]::new('--files-from', '--files-from', [CompletionResultType]::ParameterName, 'Only these paths (one a line, relative to PATH, or absolute); ''-'' reads them from stdin')
            [CompletionResult]::new('--rev', '--rev', [CompletionResultType]::ParameterName, 'A revision of git instead of the files on disk: a branch, a tag, a commit, HEAD~3, stash@{0}. PATH may be a bare repository')
            [CompletionResult]::new('--slice', '--slice', [CompletionResultType]::ParameterName, 'Only slice K of N, for a build by several workers: cw-index(1), Slices')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'Only what this index lacks, and ''gone'' for what left')
            [CompletionResult]::new('--explain', '--explain', [CompletionResultType]::ParameterName, 'Say why a file is in the listing or left out, and do nothing else')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--no-hidden', '--no-hidden', [CompletionResultType]::ParameterName, 'Leave out names that begin with a dot')
            [CompletionResult]::new('--follow', '--follow', [CompletionResultType]::ParameterName, 'Follow symbolic links to what lies below the root')
            [CompletionResult]::new('--include-secrets', '--include-secrets', [CompletionResultType]::ParameterName, 'Take files that look like credentials')
            [CompletionResult]::new('--include-generated', '--include-generated', [CompletionResultType]::ParameterName, 'Take lock, generated and minified files. Single ones are taken by a line ''!'' and their path in .cwignore')
            [CompletionResult]::new('--no-text', '--no-text', [CompletionResultType]::ParameterName, 'Leave the texts out')
            [CompletionResult]::new('-0', '-0', [CompletionResultType]::ParameterName, 'Paths of --files-from end with NUL instead of LF')
            [CompletionResult]::new('--null', '--null', [CompletionResultType]::ParameterName, 'Paths of --files-from end with NUL instead of LF')
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
