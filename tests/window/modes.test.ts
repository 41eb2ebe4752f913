import { failure } from '../../electron/contract/failures/fail.ts';
import { describeFailure } from '../../electron/contract/failures/render-failure.ts';
import { connectTo, trustInstance } from '../support/test-service.ts';
import { waitForAnswer, ask, lastMessage, send } from '../support/window-chat.ts';
import { both, expect, expectAccessible, goTo, quick, test } from '../support/window.ts';
import { chatText } from '../../renderer/chat/text.ts';
import { connectionText, pathText, tunnelText, checkText } from '../../renderer/connection/text.ts';
import { profilesText } from '../../renderer/connection/profiles/text.ts';
import { sharedText } from '../../renderer/shared/text.ts';
import { uiText } from '../../renderer/ui/text.ts';
import { connectionStateText, pathStageText } from '../../electron/presentation/connection-text.ts';
import { demoText } from '../../electron/core/connection/text.ts';
import { findings } from '../../electron/core/connection-check/text.ts';
import { anyNumbers } from '../support/text-pattern.ts';

test('switches between Proxy and Direct by key and by click, and describes the state', quick, async ({ window, page }) => {
  const foot = page.getByRole('contentinfo');
  const control = foot.getByRole('radiogroup', { name: connectionText.mode.label });
  await expect(control.getByRole('radio', { name: sharedText.modes.proxy })).toBeChecked();
  await expect(foot).toContainText(connectionStateText.demoToken);
  await page.keyboard.press('ControlOrMeta+Shift+d');
  await expect(control.getByRole('radio', { name: sharedText.modes.direct })).toBeChecked();
  await expect(foot).toContainText(connectionStateText.connectedThrough(demoText.instance));
  const answer = await ask(page, 'Say: hello');
  await expect(answer.getByRole('list', { name: chatText.answer.details })).toContainText(sharedText.modes.direct);
  await goTo(page, 'Connection');
  await expect(page.getByRole('list', { name: pathText.stages(sharedText.modes.direct) })).toContainText(
    pathStageText.reachableThroughTunnel,
  );
  await expectAccessible(window, 'the connection path, direct');
  await control.getByRole('radio', { name: sharedText.modes.proxy }).click();
  await expect(foot).toContainText(connectionStateText.demoToken);
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: uiText.palette.title });
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(connectionText.commands.switchMode.title);
  await expect(palette.locator('[data-highlighted]')).toContainText(connectionText.commands.switchMode.title);
  await page.keyboard.press('Enter');
  await expect(control.getByRole('radio', { name: sharedText.modes.direct })).toBeChecked();
});

test('shows the tunnel’s traffic and history, and reconnects on request', async ({ page }) => {
  const foot = page.getByRole('contentinfo');
  await expect(foot).toContainText(connectionStateText.demoToken); // before that there is no mode to switch
  await page.keyboard.press('ControlOrMeta+Shift+d');
  await expect(foot).toContainText(connectionStateText.connectedThrough(demoText.instance));
  await ask(page, 'Say: something to carry');
  await goTo(page, 'Connection');
  await page.getByRole('tab', { name: connectionText.tabs.tunnel }).click();
  const fact = (name: string) =>
    page.getByRole('tabpanel', { name: connectionText.tabs.tunnel }).locator('dl > div').filter({ hasText: name });
  await expect(fact(tunnelText.facts.received)).toContainText(/[1-9].* [kK]?i?B/);
  await expect(fact(tunnelText.facts.uptime)).not.toContainText(tunnelText.facts.notConnected);
  const happened = page.getByRole('list', { name: tunnelText.activity }).getByRole('listitem');
  const before = await happened.count();
  await page.getByRole('button', { name: tunnelText.reconnect, exact: true }).click();
  await expect.poll(() => happened.count()).toBeGreaterThan(before);
  await expect(happened.first()).toContainText(tunnelText.states.ready);
  await expect(fact(tunnelText.facts.reconnects)).toContainText('1');
});

test('finishes an answer in its mode after a switch, and uses the other mode for the next', async ({ core, page, service, profile }) => {
  await trustInstance(profile, service);
  await connectTo(core, service);
  await expect(page.getByRole('contentinfo')).toContainText('Cloud');
  const continueAnswer = service.demo.fault({ kind: 'stall', after: 60, endpoint: 'chat', count: 'once' });
  await send(page, 'Write 700 words');
  await expect.poll(async () => (await lastMessage(page).innerText()).length).toBeGreaterThan(60);
  await page.keyboard.press('ControlOrMeta+Shift+d');
  await expect(page.getByRole('radio', { name: sharedText.modes.direct })).toBeChecked();
  await expect(lastMessage(page)).toHaveAttribute('aria-busy', 'true');
  continueAnswer();
  const first = await waitForAnswer(page);
  await expect(first.getByRole('list', { name: chatText.answer.details })).toContainText(sharedText.modes.proxy);
  await expect(first.getByRole('list', { name: chatText.answer.details })).toContainText(chatText.answer.finishes.stop);
  const second = await ask(page, 'Say: by the other way');
  await expect(second.getByRole('list', { name: chatText.answer.details })).toContainText(sharedText.modes.direct);
});

test('keeps the partial answer when the instance is killed, and reconnects when it is back', quick, async ({ window, testbed }) => {
  const { core, page } = window;
  const { service, instance, sshd, trustHostKey } = await testbed({ speed: 'real' });
  await trustHostKey();
  await connectTo(core, service, { mode: 'direct', hasToken: false, instance });
  const foot = page.getByRole('contentinfo');
  await expect(foot).toContainText(connectionStateText.connectedThrough('lab'));
  await send(page, 'Write 5000 words');
  await expect.poll(async () => (await lastMessage(page).innerText()).length).toBeGreaterThan(200);
  await sshd.kill();
  const answer = await waitForAnswer(page);
  expect((await answer.innerText()).length).toBeGreaterThan(200);
  await expect(answer).toContainText(
    describeFailure(failure('answer-connection-lost', { host: new URL(service.demo.baseUrl).host })).message,
  );

  await goTo(page, 'Connection');
  const countdown = anyNumbers(connectionStateText.reconnectingIn(5));
  await expect(foot).toContainText(new RegExp(countdown));
  const counts = await page.waitForFunction((pattern) => {
    const seconds = [...document.body.innerText.matchAll(new RegExp(pattern, 'g'))].map(([text]) => Number(/\d+/.exec(text)));
    return seconds.length === 2 ? seconds : null;
  }, countdown);
  const [onThePath = 0, inTheFoot = 0] = (await counts.jsonValue()) ?? [];
  expect(Math.abs(onThePath - inTheFoot), `the path counts ${onThePath} s, the foot of the window ${inTheFoot} s`).toBeLessThan(2);
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expectAccessible(window, 'the instance is away');
  await sshd.start();
  await expect(foot).toContainText(connectionStateText.connectedThrough('lab'));
  await goTo(page, 'Chat');
  await expect(await ask(page, 'Say: after')).toContainText('after');
});

test(
  'notices a silently lost network, reports it, and reconnects when it is back',
  both('each shell notices a wake-up in its own way'),
  async ({ window, core, page, testbed }) => {
    const { service, instance, network, trustHostKey } = await testbed();
    await trustHostKey();
    await connectTo(core, service, { mode: 'direct', hasToken: false, instance });
    const foot = page.getByRole('contentinfo');
    await expect(foot).toContainText(connectionStateText.connectedThrough('lab'));
    network.drop();
    await window.wakeUp();
    await expect(foot).toContainText(
      new RegExp(`${connectionStateText.reconnecting}|${connectionStateText.connecting('lab').slice(0, -1)}`),
    );
    await expect(foot).not.toContainText(connectionStateText.connectedThrough('lab'));
    network.heal();
    await window.wakeUp();
    await expect(foot).toContainText(connectionStateText.connectedThrough('lab'));
    await expect(await ask(page, 'Say: back again')).toContainText('back again');
  },
);

test('names a revoked token as the cause, and leads to a new one', async ({ window, core, page, service }) => {
  await connectTo(core, service, { hasInstance: false });
  const foot = page.getByRole('contentinfo');
  await expect(foot).toContainText(connectionStateText.token(service.demo.token.slice(-4)));
  await ask(page, 'Say: while it holds');
  service.demo.revokeToken(service.demo.token);
  const answer = await ask(page, 'Say: no more');
  const { message, remedy } = describeFailure(failure('token-refused', { said: '' }));
  await expect(answer).toContainText(message.replace(/\.$/, '')); // without what the service said
  await expect(answer).toContainText(remedy);
  await expect(answer.getByRole('button', { name: chatText.tryAgain })).toBeVisible();
  await expectAccessible(window, 'an answer that failed');

  await goTo(page, 'Connection');
  await page.getByRole('button', { name: checkText.check }).click();
  const steps = page.getByRole('region', { name: checkText.title });
  await expect(steps.getByRole('button', { name: profilesText.token.enter })).toBeVisible();
  await expectAccessible(window, 'diagnosis: a revoked token');
  await steps.getByRole('button', { name: profilesText.token.enter }).click();
  const entering = page.getByRole('dialog', { name: profilesText.token.dialogTitle('Cloud') });
  await entering.getByRole('textbox', { name: profilesText.token.field }).fill(service.demo.createToken());
  await page.keyboard.press('Enter');
  await expect(entering).toBeHidden();
  await expect(steps.getByRole('button', { name: checkText.check })).toBeVisible(); // the earlier finding is obsolete
  await goTo(page, 'Chat');
  await expect(await ask(page, 'Say: and again')).toContainText('and again');
});

test(
  'checks the direct mode to its end, and copies the result without secrets',
  both('the clipboard'),
  async ({ window, core, page, service, profile }) => {
    await trustInstance(profile, service);
    await connectTo(core, service, { mode: 'direct' });
    await expect(page.getByRole('contentinfo')).toContainText('Cloud');
    await goTo(page, 'Connection');
    await page.getByRole('button', { name: checkText.check }).click();
    const panel = page.getByRole('region', { name: checkText.title });
    await expect(panel.getByRole('button', { name: checkText.copy })).toBeVisible();
    await expect(panel.getByRole('listitem')).toHaveCount(10);
    await expect(panel.locator('[data-state="bad"]')).toHaveCount(0);
    const finding = anyNumbers(findings.answered('alpha-R1', 1));
    await expect(panel.getByRole('listitem').last()).toContainText(new RegExp(finding));
    await expectAccessible(window, 'diagnosis: all is well');
    await panel.getByRole('button', { name: checkText.copy }).click();
    await expect.poll(window.clipboard).toMatch(new RegExp(finding));
    const text = await window.clipboard();
    for (const secret of [service.demo.token, service.demo.instance.password]) expect(text).not.toContain(secret);
  },
);
