/** The page that asks for approvals. The build writes the words of approvals.html into it, for the first frame. */
export const approvalsText = {
  title: 'Causeway',
  questionTitle: 'Causeway needs your approval',
  states: {
    connecting: ['Causeway', 'Connecting…'],
    nothing: ['Nothing to approve', 'Causeway asks here when it needs your approval.'],
    done: ['Done', 'You can close this window.'],
    gone: ['Causeway isn’t responding', 'It may have stopped. This page continues when Causeway is back.'],
  },
  cancel: 'Cancel',
  more: (count: number) => (count === 1 ? '1 more question follows.' : `${count} more questions follow.`),
  guard: 'You can answer in a second. This prevents accidental answers.',
} as const;
