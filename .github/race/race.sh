#!/usr/bin/env bash
# Races the program of a checkout against that of an older commit, in the current folder.
# In the environment: LAB, PROGRAM, BUILD, PUZZLES, SLOWER, BASE and GITHUB_STEP_SUMMARY (action.yml).
set -euo pipefail
lab=${LAB/#\~/$HOME}
work=$(mktemp -d)
trap 'git worktree remove --force "$work/old" 2>/dev/null || true; rm -rf "$work"' EXIT

# Builds the program in a folder, and writes a command that starts it there.
entrant() {
    (cd "$2" && bash -euc "$BUILD") >&2 || return
    printf 'cd %q && exec %s\n' "$2" "$PROGRAM" >"$work/$1.sh"
    entrants+=("$1=bash $work/$1.sh")
}

entrants=()
entrant new "$PWD"
options=(--summary "$GITHUB_STEP_SUMMARY")
# The first push of a branch has no commit before it.
if [ -n "$BASE" ] && git rev-parse --quiet --verify "$BASE^{commit}" >/dev/null; then
    git worktree add --quiet --detach "$work/old" "$BASE"
    if entrant old "$work/old"; then
        options+=(--slower "$SLOWER")
    else
        echo "not compared: the program does not build at the older commit $BASE" | tee -a "$GITHUB_STEP_SUMMARY" >&2
    fi
else
    echo "no older commit to compare with: '$BASE' is not in this checkout (fetch-depth: 0 fetches all)" >&2
fi
"$lab" race "${options[@]}" "${entrants[@]}" "$PUZZLES"
