import { createApprovalPage, type ApprovalView } from './approval-page.ts';
import { approvalsText } from './text.ts';
import './approvals.css';

/** The page that asks what no script of the window may answer; it is of another origin than the window. */
const message = element('message', HTMLElement);
const state = element('state', HTMLElement);
const detail = element('detail', HTMLElement);
const more = element('more', HTMLElement);
const answers = element('answers', HTMLElement);
const yes = element('yes', HTMLButtonElement);
const no = element('no', HTMLButtonElement);

let shownId: string | undefined;

const page = createApprovalPage({
  show,
  answer: async (id, isYes) => {
    try {
      const response = await fetch('answers', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id, isYes }),
      });
      // one that nobody waits for any more needs no answer either
      return response.ok || response.status === 404;
    } catch {
      return false;
    }
  },
  schedule: (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => {
      clearTimeout(timer);
    };
  },
  isVisible: () => document.visibilityState === 'visible' && document.hasFocus(),
  onDone: () => {
    // Does nothing if the user opened the page.
    window.close();
  },
});

yes.addEventListener('click', () => {
  page.reply(true);
});
no.addEventListener('click', () => {
  page.reply(false);
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.repeat) page.reply(false);
});
document.addEventListener('visibilitychange', page.appear);
window.addEventListener('focus', page.appear);
window.addEventListener('blur', page.disappear);
listen();

/** Reconnects after a rejected connection. The browser itself reconnects after a broken one. */
function listen(): void {
  const source = new EventSource('questions');
  source.addEventListener('message', ({ data }) => {
    page.receive(String(data));
  });
  source.addEventListener('error', () => {
    page.disconnect();
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
  });
}

function show(view: ApprovalView): void {
  const isQuestion = view.kind === 'question';
  for (const part of [detail, answers]) part.hidden = !isQuestion;
  state.hidden = isQuestion;
  more.hidden = !isQuestion || view.more === 0;
  if (!isQuestion) {
    shownId = undefined;
    setText(message, approvalsText.states[view.kind][0]);
    setText(state, approvalsText.states[view.kind][1]);
    document.title = approvalsText.title;
    return;
  }
  const { approval, canAnswer } = view;
  setText(message, approval.message);
  setText(detail, approval.detail);
  detail.hidden = approval.detail === '';
  // A program, an address or a certificate comes with an explanation below it.
  detail.toggleAttribute('data-prose', !approval.detail.includes('\n'));
  setText(yes, approval.yes);
  setText(more, approvalsText.more(view.more));
  document.title = approvalsText.questionTitle;
  for (const button of [yes, no]) {
    // Not `disabled`, which would remove the focus.
    button.ariaDisabled = String(!canAnswer);
    button.title = canAnswer ? '' : approvalsText.guard;
  }
  if (approval.id === shownId) return;
  shownId = approval.id;
  no.focus();
}

/** Writes changed text only, so that nothing is announced twice. */
function setText(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

function element<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`approvals.html has no #${id}`);
  return found;
}
