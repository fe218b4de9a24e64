# Completion of reeve for fish: the program itself is asked what may stand there.
function __reeve_complete
    set -l words (commandline -opc)
    for line in ($words[1] --complete $words[2..-1] (commandline -ct) 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path (commandline -ct)
            case :folders
                __fish_complete_directories (commandline -ct)
            case '*'
                echo $line
        end
    end
end
complete -c reeve -f -a '(__reeve_complete)'
