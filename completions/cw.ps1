
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'cw' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'cw'
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
        'cw' {
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('query', 'query', [CompletionResultType]::ParameterValue, 'Answer a question from a tree; its index is built on first use and kept fresh')
            [CompletionResult]::new('search', 'search', [CompletionResultType]::ParameterValue, 'Answer a question from a tree; its index is built on first use and kept fresh')
            [CompletionResult]::new('index', 'index', [CompletionResultType]::ParameterValue, 'Build the index of a tree, or bring it up to date')
            [CompletionResult]::new('commit', 'commit', [CompletionResultType]::ParameterValue, 'Publish what several workers made with cw index --slice')
            [CompletionResult]::new('watch', 'watch', [CompletionResultType]::ParameterValue, 'Keep the index up to date while the tree changes')
            [CompletionResult]::new('eval', 'eval', [CompletionResultType]::ParameterValue, 'Say how good the answers are on labelled questions')
            [CompletionResult]::new('definition', 'definition', [CompletionResultType]::ParameterValue, 'Show where a name is defined')
            [CompletionResult]::new('references', 'references', [CompletionResultType]::ParameterValue, 'List every line with a name as a whole word')
            [CompletionResult]::new('symbols', 'symbols', [CompletionResultType]::ParameterValue, 'List what files define')
            [CompletionResult]::new('outline', 'outline', [CompletionResultType]::ParameterValue, 'Show what a file defines, as a tree')
            [CompletionResult]::new('prompt-context', 'prompt-context', [CompletionResultType]::ParameterValue, 'Say what a vague request names, and what of the tree bears on it')
            [CompletionResult]::new('related', 'related', [CompletionResultType]::ParameterValue, 'Show what stands around a place: neighbours, siblings, imports, importers, calls')
            [CompletionResult]::new('list-files', 'list-files', [CompletionResultType]::ParameterValue, 'List the files of the index')
            [CompletionResult]::new('stats', 'stats', [CompletionResultType]::ParameterValue, 'Say what an index holds and how it is')
            [CompletionResult]::new('export', 'export', [CompletionResultType]::ParameterValue, 'Write the chunks of an index with their vectors, for other engines')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'Show the settings, or change those of a project')
            [CompletionResult]::new('init', 'init', [CompletionResultType]::ParameterValue, 'Write a file with every setting, as remarks, for this user; with a model, set it')
            [CompletionResult]::new('init-project', 'init-project', [CompletionResultType]::ParameterValue, 'Write a cwconfig.json to begin with')
            [CompletionResult]::new('install-skills', 'install-skills', [CompletionResultType]::ParameterValue, 'Write the skills that come with cw, for agents that read skills')
            [CompletionResult]::new('install-agent', 'install-agent', [CompletionResultType]::ParameterValue, 'Tell a coding agent about cw-mcp, in the files that it reads')
            [CompletionResult]::new('verify', 'verify', [CompletionResultType]::ParameterValue, 'Check every byte of an index; changes nothing')
            [CompletionResult]::new('gc', 'gc', [CompletionResultType]::ParameterValue, 'Delete what no manifest names: left-overs of writers that were killed')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List the indexes of this user')
            [CompletionResult]::new('forget', 'forget', [CompletionResultType]::ParameterValue, 'Take an index off the list; it stays where it is')
            [CompletionResult]::new('clean', 'clean', [CompletionResultType]::ParameterValue, 'Delete the index of a tree')
            [CompletionResult]::new('migrate', 'migrate', [CompletionResultType]::ParameterValue, 'Show the format of an index and whether this build reads it')
            [CompletionResult]::new('doctor', 'doctor', [CompletionResultType]::ParameterValue, 'Say what is wrong with the installation or the index, and what mends it')
            [CompletionResult]::new('push', 'push', [CompletionResultType]::ParameterValue, 'Send the index to a share, where others pull it from')
            [CompletionResult]::new('pull', 'pull', [CompletionResultType]::ParameterValue, 'Fetch an index that somebody pushed; only what is missing moves, and all of it is checked')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print a completion script for a shell')
            [CompletionResult]::new('scan', 'scan', [CompletionResultType]::ParameterValue, 'List the files of a tree as records, with their decoded text')
            [CompletionResult]::new('chunk', 'chunk', [CompletionResultType]::ParameterValue, 'Cut files into chunks that tile them, along the syntax where it is known')
            [CompletionResult]::new('lex', 'lex', [CompletionResultType]::ParameterValue, 'Store the words of chunks, or find chunks by words')
            [CompletionResult]::new('embed', 'embed', [CompletionResultType]::ParameterValue, 'Attach a vector to each chunk; or store vectors, or find chunks by them')
            [CompletionResult]::new('fuse', 'fuse', [CompletionResultType]::ParameterValue, 'Merge ranked lists of hits into one')
            [CompletionResult]::new('rerank', 'rerank', [CompletionResultType]::ParameterValue, 'Order hits by all the evidence there is: the best hit of each file first, then their further hits')
            [CompletionResult]::new('expand', 'expand', [CompletionResultType]::ParameterValue, 'Add to the best hits what stands around them: neighbours, siblings, imported and importing files, uses')
            [CompletionResult]::new('pack', 'pack', [CompletionResultType]::ParameterValue, 'Pack hits into what a reader can take: chunks, adjacent ones joined, long ones cut to their share, best first')
            [CompletionResult]::new('mcp', 'mcp', [CompletionResultType]::ParameterValue, 'Serve the index to coding agents over MCP on stdin and stdout')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'cw;query' {
            [CompletionResult]::new('--information-request', '--information-request', [CompletionResultType]::ParameterName, 'The question, as in older systems and in the agents'' tool: the answer is packed, within 48,000 characters if no budget is given')
            [CompletionResult]::new('--technical-terms', '--technical-terms', [CompletionResultType]::ParameterName, 'Words to look for beside it')
            [CompletionResult]::new('-k', '-k', [CompletionResultType]::ParameterName, 'Most results, each from another file')
            [CompletionResult]::new('--tokens', '--tokens', [CompletionResultType]::ParameterName, 'Never print more tokens than this, counted exactly; of json and jsonl only the texts count')
            [CompletionResult]::new('--chars', '--chars', [CompletionResultType]::ParameterName, 'Never print more characters than this; of json and jsonl only the texts count')
            [CompletionResult]::new('--max-total-chars', '--max-total-chars', [CompletionResultType]::ParameterName, 'Never print more characters than this; of json and jsonl only the texts count')
            [CompletionResult]::new('--shares', '--shares', [CompletionResultType]::ParameterName, 'No piece takes more than one of so many shares of the budget: a longer one is cut to the lines that answer best; 1 cuts nothing')
            [CompletionResult]::new('--encoding', '--encoding', [CompletionResultType]::ParameterName, 'What counts tokens')
            [CompletionResult]::new('--segments-per-file', '--segments-per-file', [CompletionResultType]::ParameterName, 'Most pieces of one file, adjacent hits being one piece [default: no limit]')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How the answer is written [default: text]')
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'The tree to ask: a folder, or an address that git can fetch from; with name= before it, its paths begin with that. May be repeated: then all are ranked as one [default: the project that the current folder is in]')
            [CompletionResult]::new('--repo-path', '--repo-path', [CompletionResultType]::ParameterName, 'The tree to ask: a folder, or an address that git can fetch from; with name= before it, its paths begin with that. May be repeated: then all are ranked as one [default: the project that the current folder is in]')
            [CompletionResult]::new('--workspace', '--workspace', [CompletionResultType]::ParameterName, 'Also the trees that this file lists: a folder or an address a line')
            [CompletionResult]::new('--rev', '--rev', [CompletionResultType]::ParameterName, 'Ask a revision of git instead of what is on disk: a branch, a tag, a commit')
            [CompletionResult]::new('--content', '--content', [CompletionResultType]::ParameterName, 'What answers may come from')
            [CompletionResult]::new('--mode', '--mode', [CompletionResultType]::ParameterName, 'How far to look')
            [CompletionResult]::new('--low-confidence', '--low-confidence', [CompletionResultType]::ParameterName, 'What to give when nothing convinces [default: nothing; of what a service judged the best]')
            [CompletionResult]::new('--weights', '--weights', [CompletionResultType]::ParameterName, 'Rank with the weights in this file, as cw eval --fit writes them')
            [CompletionResult]::new('--path', '--path', [CompletionResultType]::ParameterName, 'Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; ''!'' before it excludes. May be repeated')
            [CompletionResult]::new('--glob', '--glob', [CompletionResultType]::ParameterName, 'Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; ''!'' before it excludes. May be repeated')
            [CompletionResult]::new('--lang', '--lang', [CompletionResultType]::ParameterName, 'Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated')
            [CompletionResult]::new('--language', '--language', [CompletionResultType]::ParameterName, 'Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Of each result only the lines that have a word of the question, and so many around each')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'Of each result only the lines that have a word of the question, and so many around each')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours; always also where no terminal is [default: auto]')
            [CompletionResult]::new('--colour', '--colour', [CompletionResultType]::ParameterName, 'Colours; always also where no terminal is [default: auto]')
            [CompletionResult]::new('--hyperlinks', '--hyperlinks', [CompletionResultType]::ParameterName, 'Links on paths, for terminals that open them [default: auto]')
            [CompletionResult]::new('--width', '--width', [CompletionResultType]::ParameterName, 'Cut lines at so many columns on a terminal; 0: not at all [default: COLUMNS, else the terminal''s width]')
            [CompletionResult]::new('--provider', '--provider', [CompletionResultType]::ParameterName, 'Who embeds [default: http if EMBEDDINGS_BASE_URL is set, else embedded]')
            [CompletionResult]::new('--model', '--model', [CompletionResultType]::ParameterName, 'The model of the service, or the folder of the local one [default: EMBEDDINGS_MODEL]')
            [CompletionResult]::new('--dims', '--dims', [CompletionResultType]::ParameterName, 'Ask the service for vectors of so many numbers [default: EMBEDDINGS_DIMENSIONS, else what the model gives]')
            [CompletionResult]::new('--reranker', '--reranker', [CompletionResultType]::ParameterName, 'Who judges in the end [default: http if RERANK_BASE_URL is set, else rules]')
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'The index folder; one that lies elsewhere is of the tree that it was last built from. May be repeated: then all are ranked as one, as they are; with name= before it, its paths begin with that, with = alone they stay as they are [default: the nearest .cw upwards]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--explain', '--explain', [CompletionResultType]::ParameterName, 'Show the evidence for each result: in brackets, or in json and jsonl as ''from''')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'One JSON object: what --format json writes, with the status of the answer before it; a failure is one, too')
            [CompletionResult]::new('--jsonl', '--jsonl', [CompletionResultType]::ParameterName, 'One JSON object a result, best first')
            [CompletionResult]::new('-i', '-i', [CompletionResultType]::ParameterName, 'Pick a place on the terminal, with its text beside the list; its path:line is printed')
            [CompletionResult]::new('--interactive', '--interactive', [CompletionResultType]::ParameterName, 'Pick a place on the terminal, with its text beside the list; its path:line is printed')
            [CompletionResult]::new('--no-refresh', '--no-refresh', [CompletionResultType]::ParameterName, 'Answer from the index as it is')
            [CompletionResult]::new('--no-pager', '--no-pager', [CompletionResultType]::ParameterName, 'Do not hand a long answer to $PAGER')
            [CompletionResult]::new('--open', '--open', [CompletionResultType]::ParameterName, 'Open the best result in $VISUAL or $EDITOR, at its line')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Agree that code is sent to the service, as a script must')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'cw;search' {
            [CompletionResult]::new('--information-request', '--information-request', [CompletionResultType]::ParameterName, 'The question, as in older systems and in the agents'' tool: the answer is packed, within 48,000 characters if no budget is given')
            [CompletionResult]::new('--technical-terms', '--technical-terms', [CompletionResultType]::ParameterName, 'Words to look for beside it')
            [CompletionResult]::new('-k', '-k', [CompletionResultType]::ParameterName, 'Most results, each from another file')
            [CompletionResult]::new('--tokens', '--tokens', [CompletionResultType]::ParameterName, 'Never print more tokens than this, counted exactly; of json and jsonl only the texts count')
            [CompletionResult]::new('--chars', '--chars', [CompletionResultType]::ParameterName, 'Never print more characters than this; of json and jsonl only the texts count')
            [CompletionResult]::new('--max-total-chars', '--max-total-chars', [CompletionResultType]::ParameterName, 'Never print more characters than this; of json and jsonl only the texts count')
            [CompletionResult]::new('--shares', '--shares', [CompletionResultType]::ParameterName, 'No piece takes more than one of so many shares of the budget: a longer one is cut to the lines that answer best; 1 cuts nothing')
            [CompletionResult]::new('--encoding', '--encoding', [CompletionResultType]::ParameterName, 'What counts tokens')
            [CompletionResult]::new('--segments-per-file', '--segments-per-file', [CompletionResultType]::ParameterName, 'Most pieces of one file, adjacent hits being one piece [default: no limit]')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How the answer is written [default: text]')
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'The tree to ask: a folder, or an address that git can fetch from; with name= before it, its paths begin with that. May be repeated: then all are ranked as one [default: the project that the current folder is in]')
            [CompletionResult]::new('--repo-path', '--repo-path', [CompletionResultType]::ParameterName, 'The tree to ask: a folder, or an address that git can fetch from; with name= before it, its paths begin with that. May be repeated: then all are ranked as one [default: the project that the current folder is in]')
            [CompletionResult]::new('--workspace', '--workspace', [CompletionResultType]::ParameterName, 'Also the trees that this file lists: a folder or an address a line')
            [CompletionResult]::new('--rev', '--rev', [CompletionResultType]::ParameterName, 'Ask a revision of git instead of what is on disk: a branch, a tag, a commit')
            [CompletionResult]::new('--content', '--content', [CompletionResultType]::ParameterName, 'What answers may come from')
            [CompletionResult]::new('--mode', '--mode', [CompletionResultType]::ParameterName, 'How far to look')
            [CompletionResult]::new('--low-confidence', '--low-confidence', [CompletionResultType]::ParameterName, 'What to give when nothing convinces [default: nothing; of what a service judged the best]')
            [CompletionResult]::new('--weights', '--weights', [CompletionResultType]::ParameterName, 'Rank with the weights in this file, as cw eval --fit writes them')
            [CompletionResult]::new('--path', '--path', [CompletionResultType]::ParameterName, 'Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; ''!'' before it excludes. May be repeated')
            [CompletionResult]::new('--glob', '--glob', [CompletionResultType]::ParameterName, 'Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; ''!'' before it excludes. May be repeated')
            [CompletionResult]::new('--lang', '--lang', [CompletionResultType]::ParameterName, 'Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated')
            [CompletionResult]::new('--language', '--language', [CompletionResultType]::ParameterName, 'Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Of each result only the lines that have a word of the question, and so many around each')
            [CompletionResult]::new('--context', '--context', [CompletionResultType]::ParameterName, 'Of each result only the lines that have a word of the question, and so many around each')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colours; always also where no terminal is [default: auto]')
            [CompletionResult]::new('--colour', '--colour', [CompletionResultType]::ParameterName, 'Colours; always also where no terminal is [default: auto]')
            [CompletionResult]::new('--hyperlinks', '--hyperlinks', [CompletionResultType]::ParameterName, 'Links on paths, for terminals that open them [default: auto]')
            [CompletionResult]::new('--width', '--width', [CompletionResultType]::ParameterName, 'Cut lines at so many columns on a terminal; 0: not at all [default: COLUMNS, else the terminal''s width]')
            [CompletionResult]::new('--provider', '--provider', [CompletionResultType]::ParameterName, 'Who embeds [default: http if EMBEDDINGS_BASE_URL is set, else embedded]')
            [CompletionResult]::new('--model', '--model', [CompletionResultType]::ParameterName, 'The model of the service, or the folder of the local one [default: EMBEDDINGS_MODEL]')
            [CompletionResult]::new('--dims', '--dims', [CompletionResultType]::ParameterName, 'Ask the service for vectors of so many numbers [default: EMBEDDINGS_DIMENSIONS, else what the model gives]')
            [CompletionResult]::new('--reranker', '--reranker', [CompletionResultType]::ParameterName, 'Who judges in the end [default: http if RERANK_BASE_URL is set, else rules]')
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'The index folder; one that lies elsewhere is of the tree that it was last built from. May be repeated: then all are ranked as one, as they are; with name= before it, its paths begin with that, with = alone they stay as they are [default: the nearest .cw upwards]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--explain', '--explain', [CompletionResultType]::ParameterName, 'Show the evidence for each result: in brackets, or in json and jsonl as ''from''')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'One JSON object: what --format json writes, with the status of the answer before it; a failure is one, too')
            [CompletionResult]::new('--jsonl', '--jsonl', [CompletionResultType]::ParameterName, 'One JSON object a result, best first')
            [CompletionResult]::new('-i', '-i', [CompletionResultType]::ParameterName, 'Pick a place on the terminal, with its text beside the list; its path:line is printed')
            [CompletionResult]::new('--interactive', '--interactive', [CompletionResultType]::ParameterName, 'Pick a place on the terminal, with its text beside the list; its path:line is printed')
            [CompletionResult]::new('--no-refresh', '--no-refresh', [CompletionResultType]::ParameterName, 'Answer from the index as it is')
            [CompletionResult]::new('--no-pager', '--no-pager', [CompletionResultType]::ParameterName, 'Do not hand a long answer to $PAGER')
            [CompletionResult]::new('--open', '--open', [CompletionResultType]::ParameterName, 'Open the best result in $VISUAL or $EDITOR, at its line')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Agree that code is sent to the service, as a script must')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'cw;index' {
            [CompletionResult]::new('--rev', '--rev', [CompletionResultType]::ParameterName, 'Index a revision of git, beside the index of the tree: a branch, a tag, a commit. PATH may be a bare repository')
            [CompletionResult]::new('--slice', '--slice', [CompletionResultType]::ParameterName, 'Make slice K of N, for cw commit, and print its receipts: several workers make one index')
            [CompletionResult]::new('-g', '-g', [CompletionResultType]::ParameterName, 'Take or leave out by glob, over the ignore files; a folder stands for what they leave below it; ''!'' before it leaves out. May be repeated')
            [CompletionResult]::new('--glob', '--glob', [CompletionResultType]::ParameterName, 'Take or leave out by glob, over the ignore files; a folder stands for what they leave below it; ''!'' before it leaves out. May be repeated')
            [CompletionResult]::new('--max-file-size', '--max-file-size', [CompletionResultType]::ParameterName, 'Leave out files that are larger (bytes; suffix K or M) [default: 1M]')
            [CompletionResult]::new('--max-chars', '--max-chars', [CompletionResultType]::ParameterName, 'Most characters of a chunk, white space not counted [default: 1000]')
            [CompletionResult]::new('--min-chars', '--min-chars', [CompletionResultType]::ParameterName, 'Smaller chunks are joined to a neighbour [default: 50]')
            [CompletionResult]::new('--overlap', '--overlap', [CompletionResultType]::ParameterName, 'Lines of the chunk before that an embedder is shown before each chunk; the texts of chunks never overlap [default: 0]')
            [CompletionResult]::new('--provider', '--provider', [CompletionResultType]::ParameterName, 'Who embeds [default: http if EMBEDDINGS_BASE_URL is set, else embedded]')
            [CompletionResult]::new('--model', '--model', [CompletionResultType]::ParameterName, 'The model of the service, or the folder of the local one [default: EMBEDDINGS_MODEL]')
            [CompletionResult]::new('--dims', '--dims', [CompletionResultType]::ParameterName, 'Ask the service for vectors of so many numbers [default: EMBEDDINGS_DIMENSIONS, else what the model gives]')
            [CompletionResult]::new('--wait', '--wait', [CompletionResultType]::ParameterName, 'Wait so many seconds for another writer of the index')
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Make everything anew, whatever is there')
            [CompletionResult]::new('--rebuild', '--rebuild', [CompletionResultType]::ParameterName, 'Make everything anew, whatever is there')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Make everything anew, whatever is there')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Do it without asking: index a folder as wide as a home folder, send code to the service')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print what was done as JSON')
            [CompletionResult]::new('--no-hidden', '--no-hidden', [CompletionResultType]::ParameterName, 'Leave out names that begin with a dot')
            [CompletionResult]::new('--follow', '--follow', [CompletionResultType]::ParameterName, 'Follow symbolic links to what lies below the root')
            [CompletionResult]::new('--include-secrets', '--include-secrets', [CompletionResultType]::ParameterName, 'Take files that look like credentials')
            [CompletionResult]::new('--include-generated', '--include-generated', [CompletionResultType]::ParameterName, 'Take lock, generated and minified files. Single ones are taken by a line ''!'' and their path in .cwignore')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'cw;commit' {
            [CompletionResult]::new('--receipts', '--receipts', [CompletionResultType]::ParameterName, 'The receipts of all workers, in any order; other records between them do not matter. ''-'' reads them from stdin')
            [CompletionResult]::new('--tree', '--tree', [CompletionResultType]::ParameterName, 'Publish only if the listing of all files has this hash: ''tree'' at the end of cw-scan')
            [CompletionResult]::new('--wait', '--wait', [CompletionResultType]::ParameterName, 'Wait so many seconds for another writer of the index')
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print what was done as JSON')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'cw;watch' {
            [CompletionResult]::new('--poll', '--poll', [CompletionResultType]::ParameterName, 'Look every so many seconds instead of being told by the system, as network folders need it')
            [CompletionResult]::new('--provider', '--provider', [CompletionResultType]::ParameterName, 'Who embeds [default: http if EMBEDDINGS_BASE_URL is set, else embedded]')
            [CompletionResult]::new('--model', '--model', [CompletionResultType]::ParameterName, 'The model of the service, or the folder of the local one [default: EMBEDDINGS_MODEL]')
            [CompletionResult]::new('--dims', '--dims', [CompletionResultType]::ParameterName, 'Ask the service for vectors of so many numbers [default: EMBEDDINGS_DIMENSIONS, else what the model gives]')
            [CompletionResult]::new('--wait', '--wait', [CompletionResultType]::ParameterName, 'Wait so many seconds for another writer of the index')
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--jsonl', '--jsonl', [CompletionResultType]::ParameterName, 'Print a JSON object a line: one when it watches, and one for each refresh that changed the index')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Do it without asking: watch a folder as wide as a home folder, send code to the service')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'cw;eval' {
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'The tree to ask; if the questions name repositories, the folder that holds them [default: the project that the current folder is in]')
            [CompletionResult]::new('--repo-path', '--repo-path', [CompletionResultType]::ParameterName, 'The tree to ask; if the questions name repositories, the folder that holds them [default: the project that the current folder is in]')
            [CompletionResult]::new('-k', '-k', [CompletionResultType]::ParameterName, 'Most results that are looked at')
            [CompletionResult]::new('--against', '--against', [CompletionResultType]::ParameterName, 'Compare with an earlier run: what --json wrote then')
            [CompletionResult]::new('--fit', '--fit', [CompletionResultType]::ParameterName, 'Refit the weights of the ranking to these questions, say by cross-validation what that gains, and write them here (''-'': to stdout, instead of the figures)')
            [CompletionResult]::new('--l2', '--l2', [CompletionResultType]::ParameterName, 'How strongly the fit is pulled towards the weights that it starts from')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How it is written')
            [CompletionResult]::new('--weights', '--weights', [CompletionResultType]::ParameterName, 'Rank with the weights in this file, as cw eval --fit writes them')
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'One JSON object')
            [CompletionResult]::new('--no-refresh', '--no-refresh', [CompletionResultType]::ParameterName, 'Ask the indexes as they are')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'cw;definition' {
            [CompletionResult]::new('--hint', '--hint', [CompletionResultType]::ParameterName, 'Definitions near this path come first')
            [CompletionResult]::new('--hint-path', '--hint-path', [CompletionResultType]::ParameterName, 'Definitions near this path come first')
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'The tree to ask, as --repo')
            [CompletionResult]::new('--path', '--path', [CompletionResultType]::ParameterName, 'The tree to ask, as --repo')
            [CompletionResult]::new('-l', '-l', [CompletionResultType]::ParameterName, 'Most definitions')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'Most definitions')
            [CompletionResult]::new('--max-results', '--max-results', [CompletionResultType]::ParameterName, 'Most definitions')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How it is written')
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'The tree to ask [default: the project that the current folder is in]')
            [CompletionResult]::new('--repo-path', '--repo-path', [CompletionResultType]::ParameterName, 'The tree to ask [default: the project that the current folder is in]')
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'One JSON object')
            [CompletionResult]::new('--jsonl', '--jsonl', [CompletionResultType]::ParameterName, 'One JSON object a line')
            [CompletionResult]::new('--no-refresh', '--no-refresh', [CompletionResultType]::ParameterName, 'Answer from the index as it is')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'cw;references' {
            [CompletionResult]::new('-l', '-l', [CompletionResultType]::ParameterName, 'Most lines [default: all]')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'Most lines [default: all]')
            [CompletionResult]::new('--max-results', '--max-results', [CompletionResultType]::ParameterName, 'Most lines [default: all]')
            [CompletionResult]::new('--path', '--path', [CompletionResultType]::ParameterName, 'Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; ''!'' before it excludes. May be repeated')
            [CompletionResult]::new('--glob', '--glob', [CompletionResultType]::ParameterName, 'Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; ''!'' before it excludes. May be repeated')
            [CompletionResult]::new('--lang', '--lang', [CompletionResultType]::ParameterName, 'Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated')
            [CompletionResult]::new('--language', '--language', [CompletionResultType]::ParameterName, 'Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How it is written')
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'The tree to ask [default: the project that the current folder is in]')
            [CompletionResult]::new('--repo-path', '--repo-path', [CompletionResultType]::ParameterName, 'The tree to ask [default: the project that the current folder is in]')
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--exclude-definition', '--exclude-definition', [CompletionResultType]::ParameterName, 'Leave out the lines that define it')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'One JSON object')
            [CompletionResult]::new('--jsonl', '--jsonl', [CompletionResultType]::ParameterName, 'One JSON object a line')
            [CompletionResult]::new('--no-refresh', '--no-refresh', [CompletionResultType]::ParameterName, 'Answer from the index as it is')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'cw;symbols' {
            [CompletionResult]::new('--kind', '--kind', [CompletionResultType]::ParameterName, 'Only of these kinds, such as function,class, in any case')
            [CompletionResult]::new('-l', '-l', [CompletionResultType]::ParameterName, 'Most definitions [default: all]')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'Most definitions [default: all]')
            [CompletionResult]::new('--max-results', '--max-results', [CompletionResultType]::ParameterName, 'Most definitions [default: all]')
            [CompletionResult]::new('--path', '--path', [CompletionResultType]::ParameterName, 'Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; ''!'' before it excludes. May be repeated')
            [CompletionResult]::new('--glob', '--glob', [CompletionResultType]::ParameterName, 'Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; ''!'' before it excludes. May be repeated')
            [CompletionResult]::new('--lang', '--lang', [CompletionResultType]::ParameterName, 'Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated')
            [CompletionResult]::new('--language', '--language', [CompletionResultType]::ParameterName, 'Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How it is written')
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'The tree to ask [default: the project that the current folder is in]')
            [CompletionResult]::new('--repo-path', '--repo-path', [CompletionResultType]::ParameterName, 'The tree to ask [default: the project that the current folder is in]')
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'One JSON object')
            [CompletionResult]::new('--jsonl', '--jsonl', [CompletionResultType]::ParameterName, 'One JSON object a line')
            [CompletionResult]::new('--no-refresh', '--no-refresh', [CompletionResultType]::ParameterName, 'Answer from the index as it is')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'cw;outline' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How it is written')
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'The tree of the index [default: the project that the current folder is in]')
            [CompletionResult]::new('--repo-path', '--repo-path', [CompletionResultType]::ParameterName, 'The tree of the index [default: the project that the current folder is in]')
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'One JSON object')
            [CompletionResult]::new('--jsonl', '--jsonl', [CompletionResultType]::ParameterName, 'One JSON object a line')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'cw;prompt-context' {
            [CompletionResult]::new('--paths', '--paths', [CompletionResultType]::ParameterName, 'Files or folders that it is about, separated by commas; they come first')
            [CompletionResult]::new('--symbols', '--symbols', [CompletionResultType]::ParameterName, 'Names that it is about, separated by commas')
            [CompletionResult]::new('--tokens', '--tokens', [CompletionResultType]::ParameterName, 'Never print more tokens than this; of json only the texts of the evidence count')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How it is written')
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'The tree to ask [default: the project that the current folder is in]')
            [CompletionResult]::new('--repo-path', '--repo-path', [CompletionResultType]::ParameterName, 'The tree to ask [default: the project that the current folder is in]')
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'One JSON object')
            [CompletionResult]::new('--no-refresh', '--no-refresh', [CompletionResultType]::ParameterName, 'Answer from the index as it is')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Agree that code is sent to the service, as a script must')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'cw;related' {
            [CompletionResult]::new('--rule', '--rule', [CompletionResultType]::ParameterName, 'Only by these rules, such as import,importer')
            [CompletionResult]::new('--each', '--each', [CompletionResultType]::ParameterName, 'Most of what each rule finds')
            [CompletionResult]::new('-l', '-l', [CompletionResultType]::ParameterName, 'Most chunks')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'Most chunks')
            [CompletionResult]::new('--max-results', '--max-results', [CompletionResultType]::ParameterName, 'Most chunks')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How it is written')
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'The tree to ask [default: the project that the current folder is in]')
            [CompletionResult]::new('--repo-path', '--repo-path', [CompletionResultType]::ParameterName, 'The tree to ask [default: the project that the current folder is in]')
            [CompletionResult]::new('--path', '--path', [CompletionResultType]::ParameterName, 'Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; ''!'' before it excludes. May be repeated')
            [CompletionResult]::new('--glob', '--glob', [CompletionResultType]::ParameterName, 'Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; ''!'' before it excludes. May be repeated')
            [CompletionResult]::new('--lang', '--lang', [CompletionResultType]::ParameterName, 'Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated')
            [CompletionResult]::new('--language', '--language', [CompletionResultType]::ParameterName, 'Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated')
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'One JSON object, with the texts')
            [CompletionResult]::new('--jsonl', '--jsonl', [CompletionResultType]::ParameterName, 'One JSON object a line, with the texts')
            [CompletionResult]::new('--csv', '--csv', [CompletionResultType]::ParameterName, 'The same as --format csv')
            [CompletionResult]::new('--no-refresh', '--no-refresh', [CompletionResultType]::ParameterName, 'Answer from the index as it is')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'cw;list-files' {
            [CompletionResult]::new('-l', '-l', [CompletionResultType]::ParameterName, 'Most files [default: all]')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'Most files [default: all]')
            [CompletionResult]::new('--max-results', '--max-results', [CompletionResultType]::ParameterName, 'Most files [default: all]')
            [CompletionResult]::new('--path', '--path', [CompletionResultType]::ParameterName, 'Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; ''!'' before it excludes. May be repeated')
            [CompletionResult]::new('--glob', '--glob', [CompletionResultType]::ParameterName, 'Only files below this folder or matching this glob, relative to the root (with ./ or ../ before it, to the current folder); without a slash at any depth; ''!'' before it excludes. May be repeated')
            [CompletionResult]::new('--lang', '--lang', [CompletionResultType]::ParameterName, 'Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated')
            [CompletionResult]::new('--language', '--language', [CompletionResultType]::ParameterName, 'Only files in these languages (words as in cw stats, or extensions), separated by commas. May be repeated')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How it is written')
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'The tree to ask [default: the project that the current folder is in]')
            [CompletionResult]::new('--repo-path', '--repo-path', [CompletionResultType]::ParameterName, 'The tree to ask [default: the project that the current folder is in]')
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'One JSON object')
            [CompletionResult]::new('--jsonl', '--jsonl', [CompletionResultType]::ParameterName, 'One JSON object a line')
            [CompletionResult]::new('--no-refresh', '--no-refresh', [CompletionResultType]::ParameterName, 'Answer from the index as it is')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'cw;stats' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How it is written')
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'The tree [default: the project that the current folder is in]')
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'The tree [default: the project that the current folder is in]')
            [CompletionResult]::new('--repo-path', '--repo-path', [CompletionResultType]::ParameterName, 'The tree [default: the project that the current folder is in]')
            [CompletionResult]::new('--path', '--path', [CompletionResultType]::ParameterName, 'The tree [default: the project that the current folder is in]')
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'One JSON object')
            [CompletionResult]::new('--coverage', '--coverage', [CompletionResultType]::ParameterName, 'Also list the tree again, and say what of it an answer cannot know of')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'cw;export' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How it is written')
            [CompletionResult]::new('--out', '--out', [CompletionResultType]::ParameterName, 'The folder that the files of opensearch-bulk and pg-copy go to; it is made')
            [CompletionResult]::new('--question', '--question', [CompletionResultType]::ParameterName, 'Write no export but a question as those engines have to be asked it, as one JSON object: its terms with how often they count, the same as names of features, its vector')
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'The tree of the index [default: the project that the current folder is in]')
            [CompletionResult]::new('--repo-path', '--repo-path', [CompletionResultType]::ParameterName, 'The tree of the index [default: the project that the current folder is in]')
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--no-vectors', '--no-vectors', [CompletionResultType]::ParameterName, 'Leave the vectors out')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'cw;config' {
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'The tree [default: the project that the current folder is in]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'Show each setting, its value, and where it came from; of services what is set, but no key')
            [CompletionResult]::new('ls', 'ls', [CompletionResultType]::ParameterValue, 'Show each setting, its value, and where it came from; of services what is set, but no key')
            [CompletionResult]::new('set', 'set', [CompletionResultType]::ParameterValue, 'Write a setting to the project''s cwconfig.json; a list is separated by commas')
            [CompletionResult]::new('wizard', 'wizard', [CompletionResultType]::ParameterValue, 'Ask for the few settings that matter (who makes vectors, who judges, the budget), show what is new, and write it into the user''s file')
            [CompletionResult]::new('validate', 'validate', [CompletionResultType]::ParameterValue, 'Check the settings and the project''s cwconfig.json; changes nothing')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'cw;config;list' {
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'The tree [default: the project that the current folder is in]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'As one JSON object')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'cw;config;ls' {
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'The tree [default: the project that the current folder is in]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'As one JSON object')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'cw;config;set' {
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'The tree [default: the project that the current folder is in]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'cw;config;wizard' {
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'The tree [default: the project that the current folder is in]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Write it without asking; the answers may then come from a script, a line each')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'cw;config;validate' {
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'The tree [default: the project that the current folder is in]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'cw;config;help' {
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'Show each setting, its value, and where it came from; of services what is set, but no key')
            [CompletionResult]::new('set', 'set', [CompletionResultType]::ParameterValue, 'Write a setting to the project''s cwconfig.json; a list is separated by commas')
            [CompletionResult]::new('wizard', 'wizard', [CompletionResultType]::ParameterValue, 'Ask for the few settings that matter (who makes vectors, who judges, the budget), show what is new, and write it into the user''s file')
            [CompletionResult]::new('validate', 'validate', [CompletionResultType]::ParameterValue, 'Check the settings and the project''s cwconfig.json; changes nothing')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'cw;config;help;list' {
            break
        }
        'cw;config;help;set' {
            break
        }
        'cw;config;help;wizard' {
            break
        }
        'cw;config;help;validate' {
            break
        }
        'cw;config;help;help' {
            break
        }
        'cw;init' {
            [CompletionResult]::new('--model', '--model', [CompletionResultType]::ParameterName, 'Try the model in this folder, and set it: an encoder embeds, a cross-encoder judges')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'cw;init-project' {
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Replace the one that is there')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Replace the one that is there')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'cw;install-skills' {
            [CompletionResult]::new('--dir', '--dir', [CompletionResultType]::ParameterName, 'The folder of skills, such as .claude/skills; it is made if it is missing')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Replace skills that are there and differ')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Replace skills that are there and differ')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'cw;install-agent' {
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'The project [default: the one that the current folder is in]')
            [CompletionResult]::new('--repo-path', '--repo-path', [CompletionResultType]::ParameterName, 'The project [default: the one that the current folder is in]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--user', '--user', [CompletionResultType]::ParameterName, 'In the user''s files, for all projects, instead of the project''s')
            [CompletionResult]::new('--uninstall', '--uninstall', [CompletionResultType]::ParameterName, 'Take away what was written before')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Replace a server of the same name that another program wrote')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Show what would be written, and write nothing')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'cw;verify' {
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--quick', '--quick', [CompletionResultType]::ParameterName, 'Check sums only, decode nothing')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'cw;gc' {
            [CompletionResult]::new('--wait', '--wait', [CompletionResultType]::ParameterName, 'Wait so many seconds for another writer of the index')
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--other-models', '--other-models', [CompletionResultType]::ParameterName, 'Also delete the vectors of all models but the one that is set (EMBEDDINGS_MODEL, else the embedded one)')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'cw;list' {
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print a JSON object a line')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'cw;forget' {
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'cw;clean' {
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'The same, as other commands have it')
            [CompletionResult]::new('--rev', '--rev', [CompletionResultType]::ParameterName, 'The index of a revision, not that of the tree')
            [CompletionResult]::new('--wait', '--wait', [CompletionResultType]::ParameterName, 'Wait so many seconds for another writer of the index')
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Do it without asking')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'cw;migrate' {
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'The same, as other commands have it')
            [CompletionResult]::new('--wait', '--wait', [CompletionResultType]::ParameterName, 'Wait so many seconds for another writer of the index')
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--reset', '--reset', [CompletionResultType]::ParameterName, 'Make the index anew in the format of this build; what cannot be read is moved to damaged/')
            [CompletionResult]::new('--yes', '--yes', [CompletionResultType]::ParameterName, 'Do it without asking, as cw index does')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'cw;doctor' {
            [CompletionResult]::new('--repo', '--repo', [CompletionResultType]::ParameterName, 'The same, as other commands have it')
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print a JSON object a line')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'cw;push' {
            [CompletionResult]::new('--ref', '--ref', [CompletionResultType]::ParameterName, 'The name under which the index is found there. May be repeated [default: the branch that is checked out; with --rev, REV]')
            [CompletionResult]::new('--rev', '--rev', [CompletionResultType]::ParameterName, 'The index of a revision (cw index --rev), not that of the tree')
            [CompletionResult]::new('--wait', '--wait', [CompletionResultType]::ParameterName, 'Wait so many seconds for another writer of the index')
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print what was done as JSON')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'cw;pull' {
            [CompletionResult]::new('--ref', '--ref', [CompletionResultType]::ParameterName, 'The name of the index there. May be repeated: the first that is there is taken [default: the branch that is checked out, then main, then master; with --rev, REV]')
            [CompletionResult]::new('--digest', '--digest', [CompletionResultType]::ParameterName, 'Take it only if it is what was pushed as this digest')
            [CompletionResult]::new('--rev', '--rev', [CompletionResultType]::ParameterName, 'The index of a revision (cw index --rev), not that of the tree')
            [CompletionResult]::new('--wait', '--wait', [CompletionResultType]::ParameterName, 'Wait so many seconds for another writer of the index')
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'The index folder; one that lies elsewhere is of the tree that it was last built from [default: the nearest .cw upwards]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print what was done as JSON')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'cw;completions' {
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing on stderr but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'List every file that is left out, with the reason, on stderr')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'cw;scan' {
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
        'cw;chunk' {
            [CompletionResult]::new('--max-chars', '--max-chars', [CompletionResultType]::ParameterName, 'Most characters of a chunk, white space not counted [default: 1000]')
            [CompletionResult]::new('--min-chars', '--min-chars', [CompletionResultType]::ParameterName, 'Smaller chunks are joined to a neighbour [default: 50]')
            [CompletionResult]::new('--overlap', '--overlap', [CompletionResultType]::ParameterName, 'Lines of the chunk before that an embedder is shown before each chunk; the texts of chunks never overlap [default: 0]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--outline', '--outline', [CompletionResultType]::ParameterName, 'Print what each file defines (`defs` of the file), and no chunks; such a stream cannot be stored')
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
        'cw;lex' {
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
        'cw;lex;add' {
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
        'cw;lex;find' {
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
        'cw;lex;help' {
            [CompletionResult]::new('add', 'add', [CompletionResultType]::ParameterValue, 'Store files and their words in the index, and pass all records on')
            [CompletionResult]::new('find', 'find', [CompletionResultType]::ParameterValue, 'Start a stream: hits for a question, by words, names and paths')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'cw;lex;help;add' {
            break
        }
        'cw;lex;help;find' {
            break
        }
        'cw;lex;help;help' {
            break
        }
        'cw;embed' {
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
        'cw;embed;add' {
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
        'cw;embed;find' {
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
        'cw;embed;help' {
            [CompletionResult]::new('add', 'add', [CompletionResultType]::ParameterValue, 'Store a vector for each chunk in the index (embedding what has none), and pass all records on')
            [CompletionResult]::new('find', 'find', [CompletionResultType]::ParameterValue, 'Add hits by vector to a stream; with a question, start one')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'cw;embed;help;add' {
            break
        }
        'cw;embed;help;find' {
            break
        }
        'cw;embed;help;help' {
            break
        }
        'cw;fuse' {
            [CompletionResult]::new('--method', '--method', [CompletionResultType]::ParameterName, 'How lists are put together')
            [CompletionResult]::new('--k', '--k', [CompletionResultType]::ParameterName, 'The k of reciprocal rank fusion')
            [CompletionResult]::new('--weight', '--weight', [CompletionResultType]::ParameterName, 'Weight of a source, such as lex=0.4. May be repeated')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'Most hits [default: all]')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
            [CompletionResult]::new('--explain', '--explain', [CompletionResultType]::ParameterName, 'Keep what each source earned for a hit, in ''from''')
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
        'cw;rerank' {
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
        'cw;expand' {
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
        'cw;pack' {
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
        'cw;mcp' {
            [CompletionResult]::new('--root', '--root', [CompletionResultType]::ParameterName, 'Serve only trees below this folder. May be repeated [default: every folder of this user but / and the home folder itself]')
            [CompletionResult]::new('--http', '--http', [CompletionResultType]::ParameterName, 'Serve over HTTP, at HOST:PORT or at a port of this machine, instead of on stdin; needs CW_MCP_TOKEN, which every request must carry')
            [CompletionResult]::new('--token-file', '--token-file', [CompletionResultType]::ParameterName, 'Read the token from this file, which nobody else can read')
            [CompletionResult]::new('--origin', '--origin', [CompletionResultType]::ParameterName, 'Answer web pages of this origin, such as http://localhost:3000; others are refused. May be repeated')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Worker threads [default: as many as there are cores]')
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
        'cw;help' {
            [CompletionResult]::new('query', 'query', [CompletionResultType]::ParameterValue, 'Answer a question from a tree; its index is built on first use and kept fresh')
            [CompletionResult]::new('index', 'index', [CompletionResultType]::ParameterValue, 'Build the index of a tree, or bring it up to date')
            [CompletionResult]::new('commit', 'commit', [CompletionResultType]::ParameterValue, 'Publish what several workers made with cw index --slice')
            [CompletionResult]::new('watch', 'watch', [CompletionResultType]::ParameterValue, 'Keep the index up to date while the tree changes')
            [CompletionResult]::new('eval', 'eval', [CompletionResultType]::ParameterValue, 'Say how good the answers are on labelled questions')
            [CompletionResult]::new('definition', 'definition', [CompletionResultType]::ParameterValue, 'Show where a name is defined')
            [CompletionResult]::new('references', 'references', [CompletionResultType]::ParameterValue, 'List every line with a name as a whole word')
            [CompletionResult]::new('symbols', 'symbols', [CompletionResultType]::ParameterValue, 'List what files define')
            [CompletionResult]::new('outline', 'outline', [CompletionResultType]::ParameterValue, 'Show what a file defines, as a tree')
            [CompletionResult]::new('prompt-context', 'prompt-context', [CompletionResultType]::ParameterValue, 'Say what a vague request names, and what of the tree bears on it')
            [CompletionResult]::new('related', 'related', [CompletionResultType]::ParameterValue, 'Show what stands around a place: neighbours, siblings, imports, importers, calls')
            [CompletionResult]::new('list-files', 'list-files', [CompletionResultType]::ParameterValue, 'List the files of the index')
            [CompletionResult]::new('stats', 'stats', [CompletionResultType]::ParameterValue, 'Say what an index holds and how it is')
            [CompletionResult]::new('export', 'export', [CompletionResultType]::ParameterValue, 'Write the chunks of an index with their vectors, for other engines')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'Show the settings, or change those of a project')
            [CompletionResult]::new('init', 'init', [CompletionResultType]::ParameterValue, 'Write a file with every setting, as remarks, for this user; with a model, set it')
            [CompletionResult]::new('init-project', 'init-project', [CompletionResultType]::ParameterValue, 'Write a cwconfig.json to begin with')
            [CompletionResult]::new('install-skills', 'install-skills', [CompletionResultType]::ParameterValue, 'Write the skills that come with cw, for agents that read skills')
            [CompletionResult]::new('install-agent', 'install-agent', [CompletionResultType]::ParameterValue, 'Tell a coding agent about cw-mcp, in the files that it reads')
            [CompletionResult]::new('verify', 'verify', [CompletionResultType]::ParameterValue, 'Check every byte of an index; changes nothing')
            [CompletionResult]::new('gc', 'gc', [CompletionResultType]::ParameterValue, 'Delete what no manifest names: left-overs of writers that were killed')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List the indexes of this user')
            [CompletionResult]::new('forget', 'forget', [CompletionResultType]::ParameterValue, 'Take an index off the list; it stays where it is')
            [CompletionResult]::new('clean', 'clean', [CompletionResultType]::ParameterValue, 'Delete the index of a tree')
            [CompletionResult]::new('migrate', 'migrate', [CompletionResultType]::ParameterValue, 'Show the format of an index and whether this build reads it')
            [CompletionResult]::new('doctor', 'doctor', [CompletionResultType]::ParameterValue, 'Say what is wrong with the installation or the index, and what mends it')
            [CompletionResult]::new('push', 'push', [CompletionResultType]::ParameterValue, 'Send the index to a share, where others pull it from')
            [CompletionResult]::new('pull', 'pull', [CompletionResultType]::ParameterValue, 'Fetch an index that somebody pushed; only what is missing moves, and all of it is checked')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print a completion script for a shell')
            [CompletionResult]::new('scan', 'scan', [CompletionResultType]::ParameterValue, 'List the files of a tree as records, with their decoded text')
            [CompletionResult]::new('chunk', 'chunk', [CompletionResultType]::ParameterValue, 'Cut files into chunks that tile them, along the syntax where it is known')
            [CompletionResult]::new('lex', 'lex', [CompletionResultType]::ParameterValue, 'Store the words of chunks, or find chunks by words')
            [CompletionResult]::new('embed', 'embed', [CompletionResultType]::ParameterValue, 'Attach a vector to each chunk; or store vectors, or find chunks by them')
            [CompletionResult]::new('fuse', 'fuse', [CompletionResultType]::ParameterValue, 'Merge ranked lists of hits into one')
            [CompletionResult]::new('rerank', 'rerank', [CompletionResultType]::ParameterValue, 'Order hits by all the evidence there is: the best hit of each file first, then their further hits')
            [CompletionResult]::new('expand', 'expand', [CompletionResultType]::ParameterValue, 'Add to the best hits what stands around them: neighbours, siblings, imported and importing files, uses')
            [CompletionResult]::new('pack', 'pack', [CompletionResultType]::ParameterValue, 'Pack hits into what a reader can take: chunks, adjacent ones joined, long ones cut to their share, best first')
            [CompletionResult]::new('mcp', 'mcp', [CompletionResultType]::ParameterValue, 'Serve the index to coding agents over MCP on stdin and stdout')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'cw;help;query' {
            break
        }
        'cw;help;index' {
            break
        }
        'cw;help;commit' {
            break
        }
        'cw;help;watch' {
            break
        }
        'cw;help;eval' {
            break
        }
        'cw;help;definition' {
            break
        }
        'cw;help;references' {
            break
        }
        'cw;help;symbols' {
            break
        }
        'cw;help;outline' {
            break
        }
        'cw;help;prompt-context' {
            break
        }
        'cw;help;related' {
            break
        }
        'cw;help;list-files' {
            break
        }
        'cw;help;stats' {
            break
        }
        'cw;help;export' {
            break
        }
        'cw;help;config' {
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'Show each setting, its value, and where it came from; of services what is set, but no key')
            [CompletionResult]::new('set', 'set', [CompletionResultType]::ParameterValue, 'Write a setting to the project''s cwconfig.json; a list is separated by commas')
            [CompletionResult]::new('wizard', 'wizard', [CompletionResultType]::ParameterValue, 'Ask for the few settings that matter (who makes vectors, who judges, the budget), show what is new, and write it into the user''s file')
            [CompletionResult]::new('validate', 'validate', [CompletionResultType]::ParameterValue, 'Check the settings and the project''s cwconfig.json; changes nothing')
            break
        }
        'cw;help;config;list' {
            break
        }
        'cw;help;config;set' {
            break
        }
        'cw;help;config;wizard' {
            break
        }
        'cw;help;config;validate' {
            break
        }
        'cw;help;init' {
            break
        }
        'cw;help;init-project' {
            break
        }
        'cw;help;install-skills' {
            break
        }
        'cw;help;install-agent' {
            break
        }
        'cw;help;verify' {
            break
        }
        'cw;help;gc' {
            break
        }
        'cw;help;list' {
            break
        }
        'cw;help;forget' {
            break
        }
        'cw;help;clean' {
            break
        }
        'cw;help;migrate' {
            break
        }
        'cw;help;doctor' {
            break
        }
        'cw;help;push' {
            break
        }
        'cw;help;pull' {
            break
        }
        'cw;help;completions' {
            break
        }
        'cw;help;scan' {
            break
        }
        'cw;help;chunk' {
            break
        }
        'cw;help;lex' {
            [CompletionResult]::new('add', 'add', [CompletionResultType]::ParameterValue, 'Store files and their words in the index, and pass all records on')
            [CompletionResult]::new('find', 'find', [CompletionResultType]::ParameterValue, 'Start a stream: hits for a question, by words, names and paths')
            break
        }
        'cw;help;lex;add' {
            break
        }
        'cw;help;lex;find' {
            break
        }
        'cw;help;embed' {
            [CompletionResult]::new('add', 'add', [CompletionResultType]::ParameterValue, 'Store a vector for each chunk in the index (embedding what has none), and pass all records on')
            [CompletionResult]::new('find', 'find', [CompletionResultType]::ParameterValue, 'Add hits by vector to a stream; with a question, start one')
            break
        }
        'cw;help;embed;add' {
            break
        }
        'cw;help;embed;find' {
            break
        }
        'cw;help;fuse' {
            break
        }
        'cw;help;rerank' {
            break
        }
        'cw;help;expand' {
            break
        }
        'cw;help;pack' {
            break
        }
        'cw;help;mcp' {
            break
        }
        'cw;help;help' {
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
