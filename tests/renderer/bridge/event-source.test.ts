import { afterEach, describe, expect, test, vi } from 'vitest';
import type { EventMessage } from '../../../electron/contract/events.ts';
import { createEventSource } from '../../../renderer/bridge/event-source.ts';
import { createFakeBridge } from '../fake-bridge.ts';

const go = (payload: 'go-chat' | 'go-settings'): EventMessage => ({ event: 'window.command', payload });

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the event source', () => {
  test('subscribes to the bridge once, however many listen (catches listeners piling up in the preload)', () => {
    const bridge = createFakeBridge();
    const on = createEventSource(bridge);
    on('window.command', () => undefined);
    on('notices.changed', () => undefined);
    expect(bridge.subscriptions()).toBe(1);
  });

  test('delivers a batch in order, each event only to its own kind (catches mixed-up payloads)', () => {
    const bridge = createFakeBridge();
    const on = createEventSource(bridge);
    const heard: unknown[] = [];
    on('window.command', (command) => heard.push(command));
    on('notices.changed', (notices) => heard.push(notices));
    bridge.send(go('go-chat'), { event: 'notices.changed', payload: [] }, go('go-settings'));
    expect(heard).toEqual(['go-chat', [], 'go-settings']);
  });

  test('ends only the subscription that was ended, also for one function twice (catches a Set of functions)', () => {
    const bridge = createFakeBridge();
    const on = createEventSource(bridge);
    let count = 0;
    const listener = () => {
      count += 1;
    };
    const end = on('window.command', listener);
    on('window.command', listener);
    end();
    bridge.send(go('go-chat'));
    expect(count).toBe(1);
  });

  test('a listener that throws stops neither the others nor the batch (catches one bug muting the window)', () => {
    const reported: unknown[] = [];
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
    const bridge = createFakeBridge();
    const on = createEventSource(bridge);
    const heard: string[] = [];
    on('window.command', () => {
      throw new Error('a bug');
    });
    on('window.command', (command) => heard.push(command));
    bridge.send(go('go-chat'), go('go-settings'));
    expect(heard).toEqual(['go-chat', 'go-settings']);
    expect(reported).toHaveLength(2);
  });

  test('an event that this build does not know is skipped (catches a crash after a partial update)', () => {
    const bridge = createFakeBridge();
    const on = createEventSource(bridge);
    const heard: string[] = [];
    on('window.command', (command) => heard.push(command));
    bridge.send({ event: 'toString', payload: 1 } as unknown as EventMessage, go('go-chat'));
    expect(heard).toEqual(['go-chat']);
  });
});
