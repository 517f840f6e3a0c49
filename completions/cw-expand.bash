_cw__expand() {
    local i cur prev opts cmd
    COMPREPLY=()
    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
        cur="$2"
    else
        cur="${COMP_WORDS[COMP_CWORD]}"
    fi
    prev="$3"
    cmd=""
    opts=""

    for i in "${COMP_WORDS[@]:0:COMP_CWORD}"
    do
        case "${cmd},${i}" in
            ",$1")
                cmd="cw__expand"
                ;;
            *)
                ;;
        esac
    done

    case "${cmd}" in
        cw__expand)
            opts="-q -v -h -V --neighbours --breadcrumb --imports --importers --call-sites --chunks-per-import --seeds --limit --glob --path --language --lang --index --keep-going --threads --quiet --verbose --help --version"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 1 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --neighbours)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --breadcrumb)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --imports)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --importers)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --call-sites)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --chunks-per-import)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --seeds)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --limit)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --path)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --glob)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --lang)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --language)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --index)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --threads)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
    esac
}

if [[ "${BASH_VERSINFO[0]}" -eq 4 && "${BASH_VERSINFO[1]}" -ge 4 || "${BASH_VERSINFO[0]}" -gt 4 ]]; then
    complete -F _cw__expand -o nosort -o bashdefault -o default cw-expand
else
    complete -F _cw__expand -o bashdefault -o default cw-expand
fi
