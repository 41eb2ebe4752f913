import { describe, expect } from 'vitest';
import { direct, rule } from './conform.ts';
import { lastRequest, textOf } from './rig.ts';

describe('4 · Direct mode from outside the network', () => {
  rule(
    'a forward through the instance to {inference_server_ip} reaches the service without a hosts file',
    direct,
    async ({ chat, demo }) => {
      expect(demo.profile().service.inferenceServer).toBe('127.0.0.1');
      expect(textOf(await chat())).toBe('hello');
      expect(lastRequest(demo)).toMatchObject({ isFromInstance: true, status: 200 });
    },
  );
  rule('uses the service’s own name in TLS and Host, whatever address the forward connects to', direct, async ({ chat, demo }) => {
    await chat();
    expect(lastRequest(demo).headers['host']).toBe(new URL(demo.baseUrl).host);
  });
  rule(
    'accepts a name of the inference server that only the instance can resolve',
    { ...direct, with: { demo: { inferenceName: 'inference.cloud.internal' } } },
    async ({ chat, demo }) => {
      expect(demo.profile().service.inferenceServer).toBe('inference.cloud.internal');
      expect(textOf(await chat())).toBe('hello');
    },
  );
  rule('verifies TLS through the forward, too: rejects a certificate for another name', direct, async ({ chat, demo }) => {
    demo.fault({ kind: 'wrong-name-certificate' });
    expect(await chat()).toMatchObject({ failure: { code: 'tls-name' }, answer: { parts: [] } });
    expect(demo.requests()).toEqual([]);
  });
  rule(
    'keeps the partial answer when a forward breaks in mid-answer, and answers the next question',
    direct,
    async ({ rig, chat, demo, tunnel, isStreamed }) => {
      demo.fault(isStreamed ? { kind: 'stall', count: 'once' } : { kind: 'slow-first-byte', count: 'once' });
      const breakOff = (): void => void tunnel.breakSession();
      const stop = demo.onRequest(() => isStreamed || breakOff());
      const { answer, failure } = await rig.chat({ question: 'Say one two' }, { mode: 'direct', isStreamed, onDelta: breakOff });
      stop();
      expect([failure?.code, answer.parts.length]).toEqual(isStreamed ? ['answer-cut', 1] : ['connection-lost', 0]);
      expect(textOf(await chat())).toBe('hello');
    },
  );
  rule('fails if the instance does not forward, and works again once it does', direct, async ({ chat, demo, tunnel }) => {
    const lift = demo.fault({ kind: 'refuse-forwarding' });
    expect(await chat()).toMatchObject({ failure: { code: 'connection-lost' }, answer: { parts: [] } });
    lift();
    await tunnel.breakSession(); // an instance decides about forwarding at login
    expect(textOf(await chat())).toBe('hello');
  });
});
