import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { plainConversationSettings } from '../../../electron/contract/constants.ts';
import type { Core } from '../../../electron/core/create-core.ts';
import { context } from '../../support/call-context.ts';
import { eventually } from '../../support/eventually.ts';
import { madePng } from '../../support/made-images.ts';
import { must } from '../../support/must.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { startTestCore } from '../../support/test-core.ts';
import { connectTo, startTestService, type ConnectOptions } from '../../support/test-service.ts';

/** Opens a core with a service of its own. */
async function open(options: ConnectOptions) {
  const service = await startTestService();
  service.demo.setBehaviour({ isInsideNetwork: true });
  onTestFinished(service.close);
  const folder = await temporaryFolder();
  const core = await startTestCore(folder);
  await connectTo(core, service, options);
  await listed(core);
  const countChats = () => service.demo.requests().filter(({ endpoint }) => endpoint === 'chat').length;
  return { service, folder, core, countChats };
}

/** Waits until the model lists were read. */
async function listed({ handlers }: Core): Promise<void> {
  await eventually(async () => {
    const connection = must(await handlers['connection.read'](undefined, context));
    expect(connection).toMatchObject({ state: 'ready', isRefreshing: false });
    expect(connection.state === 'ready' && connection.lists).not.toEqual([]);
  });
}

const tryModel = async ({ handlers }: Core, model: string) => must(await handlers['catalog.tryImages']({ model }, context)).seesImages;
async function known({ handlers }: Core): Promise<Readonly<Record<string, boolean | undefined>>> {
  const connection = must(await handlers['connection.read'](undefined, context));
  return Object.fromEntries(connection.state === 'ready' ? connection.models.map(({ id, seesImages }) => [id, seesImages]) : []);
}

test('tries once whether a model sees images, tells the window, and remembers it', async () => {
  const { core, folder, countChats } = await open({ mode: 'direct', hasInstance: false });
  expect(await known(core)).toEqual({ 'alpha-R1': undefined, 'beta-4-scout': undefined, 'gamma-oss-120b': undefined });
  const told: unknown[] = [];
  core.listen(({ event, payload }) => {
    if (event === 'connection.changed' && payload.state === 'ready') told.push(payload.models.map(({ seesImages }) => seesImages));
  });
  expect(await tryModel(core, 'beta-4-scout')).toBe(true);
  expect(await tryModel(core, 'gamma-oss-120b')).toBe(false);
  expect(await tryModel(core, 'alpha-R1')).toBe(false);
  expect(countChats()).toBe(3);
  const learned = { 'alpha-R1': false, 'beta-4-scout': true, 'gamma-oss-120b': false };
  expect(await known(core)).toEqual(learned);
  await eventually(() => expect(told).toContainEqual([false, true, false]));
  await tryModel(core, 'beta-4-scout');
  expect(countChats(), 'it is known').toBe(3);

  await core.dispose();
  const again = await startTestCore(folder);
  await eventually(async () => expect(await known(again)).toEqual(learned));
});

test('learns from a refused request, and tells the window at once', async () => {
  const { core } = await open({ mode: 'direct', hasInstance: false });
  const told: unknown[] = [];
  core.listen(({ event, payload }) => {
    if (event === 'connection.changed' && payload.state === 'ready') told.push(payload.models.map(({ seesImages }) => seesImages));
  });
  const image = must(await core.handlers['history.saveImage']({ data: madePng(4, 4).toString('base64') }, context));
  const settings = { ...plainConversationSettings, model: 'gamma-oss-120b' };
  const images = [{ ...image, name: 'figure.png', alternative: '' }];
  const question = { conversationId: 'c', messageId: randomUUID(), parentId: null, text: '', attachments: [], images, settings };
  must(await core.handlers['chat.send'](question, context));
  await eventually(() => expect(told).toContainEqual([undefined, undefined, false]));
});

test('knows it from the proxy’s list without trying', async () => {
  const { core, countChats } = await open({ mode: 'proxy', hasInstance: false });
  expect(await known(core)).toEqual({ 'alpha-R1': false, 'beta-4-scout': true, 'gamma-oss-120b': false });
  expect(await tryModel(core, 'beta-4-scout')).toBe(true);
  expect(countChats()).toBe(0);
});

test('decides nothing by a failure that says nothing about images', async () => {
  const { core, service } = await open({ mode: 'direct', hasInstance: false });
  service.demo.fault({ kind: 'status', status: 503, endpoint: 'chat' });
  expect(await tryModel(core, 'beta-4-scout')).toBeNull();
  expect((await known(core))['beta-4-scout']).toBeUndefined();
});
