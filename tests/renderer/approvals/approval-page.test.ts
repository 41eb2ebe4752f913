import { describe, expect, test } from 'vitest';
import { createApprovalPage, parseApprovals, type ApprovalView } from '../../../renderer/approvals/approval-page.ts';

const approval = (id: string) => ({ id, message: `May ${id} run?`, detail: '/bin/true', yes: 'Run it' });
const list = (...ids: readonly string[]) => JSON.stringify(ids.map(approval));

function setUp() {
  const timers = new Set<() => void>();
  const answers: string[] = [];
  let view: ApprovalView = { kind: 'connecting' };
  let closed = 0;
  const world = { isVisible: true, arrives: true };
  const page = createApprovalPage({
    show: (next) => void (view = next),
    answer: (id, isYes) => {
      answers.push(`${id} ${isYes ? 'yes' : 'no'}`);
      return Promise.resolve(world.arrives);
    },
    schedule: (run) => {
      timers.add(run);
      return () => void timers.delete(run);
    },
    isVisible: () => world.isVisible,
    onDone: () => void (closed += 1),
  });
  const aSecondLater = () => {
    for (const run of timers) {
      timers.delete(run);
      run();
    }
  };
  return { page, answers, world, aSecondLater, view: () => view, closed: () => closed };
}

describe('a question', () => {
  test('can be answered only after it was visible for a second (catches a click that was lured here)', () => {
    const { page, answers, aSecondLater, view } = setUp();
    page.receive(list('a'));
    page.reply(true);
    expect(answers).toEqual([]);
    expect(view()).toMatchObject({ kind: 'question', canAnswer: false });
    aSecondLater();
    expect(view()).toMatchObject({ kind: 'question', canAnswer: true });
    page.reply(true);
    expect(answers).toEqual(['a yes']);
  });

  test('restarts the delay when the window comes to the front, and can’t be answered while it is behind another', () => {
    const { page, answers, world, aSecondLater } = setUp();
    page.receive(list('a'));
    aSecondLater();
    world.isVisible = false;
    page.disappear();
    aSecondLater();
    page.reply(true);
    world.isVisible = true;
    page.appear();
    page.reply(true);
    expect(answers).toEqual([]);
    aSecondLater();
    page.reply(true);
    expect(answers).toEqual(['a yes']);
  });

  test('is followed by the next one, with its own delay (catches a double click that answers both)', () => {
    const { page, answers, aSecondLater, view } = setUp();
    page.receive(list('a', 'b'));
    expect(view()).toMatchObject({ more: 1 });
    aSecondLater();
    page.reply(true);
    page.reply(true);
    expect(answers).toEqual(['a yes']);
    expect(view()).toMatchObject({ approval: { id: 'b' }, more: 0, canAnswer: false });
    // the list before the program has processed the answer
    page.receive(list('a', 'b'));
    expect(view()).toMatchObject({ approval: { id: 'b' } });
    aSecondLater();
    page.receive(list('b', 'c'));
    expect(view()).toMatchObject({ approval: { id: 'b' }, more: 1, canAnswer: true });
  });

  test('is shown again if the answer did not arrive', async () => {
    const { page, world, aSecondLater, view } = setUp();
    page.receive(list('a'));
    aSecondLater();
    world.arrives = false;
    page.reply(false);
    await Promise.resolve();
    await Promise.resolve();
    expect(view()).toMatchObject({ approval: { id: 'a' }, canAnswer: false });
  });
});

describe('the page', () => {
  test('closes after the last answer, but not if there was no question', () => {
    const { page, aSecondLater, view, closed } = setUp();
    page.receive(list());
    expect(view()).toEqual({ kind: 'nothing' });
    expect(closed()).toBe(0);
    page.receive(list('a'));
    aSecondLater();
    page.reply(false);
    expect(view()).toEqual({ kind: 'done' });
    page.receive(list());
    expect(closed()).toBe(1);
  });

  test('closes when its question was answered on another page (catches windows that use up the browser’s connections)', () => {
    const { page, answers, view, closed } = setUp();
    page.receive(list('a'));
    page.receive(list());
    expect(view()).toEqual({ kind: 'done' });
    expect(closed()).toBe(1);
    expect(answers).toEqual([]);
  });

  test('shows that the program is gone, accepts no answer then, and restarts the delay when it is back', () => {
    const { page, answers, aSecondLater, view } = setUp();
    page.receive(list('a'));
    aSecondLater();
    page.disconnect();
    expect(view()).toEqual({ kind: 'gone' });
    page.reply(true);
    expect(answers).toEqual([]);
    page.receive(list('a'));
    expect(view()).toMatchObject({ kind: 'question', canAnswer: false });
  });

  test.each(['', '{}', '[1]', '[{"id":"a"}]'])('ignores an invalid list: %j', (data) => {
    expect(parseApprovals(data)).toBeUndefined();
  });
});
