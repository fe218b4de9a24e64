# Completion of reeve for bash: the program itself is asked what may stand there.
_reeve() {
  local word
  COMPREPLY=()
  while IFS=$'\t' read -r word _; do
    case $word in
      :files) compopt -o default ;;
      :folders) compopt -o dirnames ;;
      *) COMPREPLY+=("$word") ;;
    esac
  done < <("${COMP_WORDS[0]}" --complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[:=] ]]; then compopt -o nospace; fi
}
complete -F _reeve reeve
