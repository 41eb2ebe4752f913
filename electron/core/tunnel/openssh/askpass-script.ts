/**
 * The program ssh runs when it has a question: for a secret (SSH_ASKPASS) and about a host key (KnownHostsCommand). A shell script,
 * because a packaged Causeway is no Node that a script could be run with; pipes in the session's folder, because a shell can't speak
 * to a socket. The words of the question are put into a file, the answer comes through a pipe and is never on a disk.
 */
export const askpassScript = `#!/bin/sh
cd "\${0%/*}" || exit 1
umask 077
mkfifo "a.$$" || exit 1
trap 'rm -f "a.$$" "q.$$"' EXIT
trap 'exit 1' HUP INT TERM
printf '%s\\0' "\${SSH_ASKPASS_PROMPT-}" "$@" > "t.$$" && mv "t.$$" "q.$$" || exit 1
exec 3< "a.$$"
IFS= read -r verdict <&3
cat <&3
[ "$verdict" = yes ]
`;
