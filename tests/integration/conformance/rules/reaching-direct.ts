import { expect } from 'vitest';
import { direct, type Section } from '../conform.ts';
import { lastRequest, textOf } from '../rig.ts';

/** Reaching direct from outside. */
export const reachingDirect: Section = {
  title: '4 · Reaching direct from outside',
  rules: [
    {
      rule: 'a forward through the instance to {inference_server_ip} takes the call inside, without a hosts file',
      ways: direct,
      run: async ({ chat, demo }) => {
        expect(demo.profile().service.inferenceServer).toBe('127.0.0.1');
        expect(textOf(await chat())).toBe('hello');
        expect(lastRequest(demo)).toMatchObject({ isFromInstance: true, status: 200 });
      },
    },
    {
      rule: 'the service is called by its own name, in TLS and in Host, whatever address the forward leads to',
      ways: direct,
      run: async ({ chat, demo }) => {
        await chat();
        expect(lastRequest(demo).headers['host']).toBe(new URL(demo.baseUrl).host);
      },
    },
    {
      rule: 'a name of the inference server that only the instance understands does as well',
      ways: direct,
      with: { demo: { inferenceName: 'inference.cloud.internal' } },
      run: async ({ chat, demo }) => {
        expect(demo.profile().service.inferenceServer).toBe('inference.cloud.internal');
        expect(textOf(await chat())).toBe('hello');
      },
    },
    {
      rule: 'TLS is verified through the forward too: a certificate for another name is refused',
      ways: direct,
      run: async ({ chat, demo }) => {
        demo.fault({ kind: 'wrong-name-certificate' });
        expect(await chat()).toMatchObject({ failure: { code: 'tls-name' }, answer: { parts: [] } });
        expect(demo.requests()).toEqual([]);
      },
    },
    {
      rule: 'a forward that breaks in mid-answer keeps what came, and the next question goes through again',
      ways: direct,
      run: async ({ rig, chat, demo, tunnel, isStreamed }) => {
        demo.fault(isStreamed ? { kind: 'stall', count: 'once' } : { kind: 'slow-first-byte', count: 'once' });
        const breakOff = (): void => void tunnel.breakSession();
        const stop = demo.onRequest(() => isStreamed || breakOff());
        const { answer, failure } = await rig.chat({ question: 'Say one two' }, { mode: 'direct', isStreamed, onDelta: breakOff });
        stop();
        expect([failure?.code, answer.parts.length]).toEqual(isStreamed ? ['answer-cut', 1] : ['connection-lost', 0]);
        expect(textOf(await chat())).toBe('hello');
      },
    },
    {
      rule: 'an instance that does not forward is a failure, and works again once it does',
      ways: direct,
      run: async ({ chat, demo, tunnel }) => {
        const lift = demo.fault({ kind: 'refuse-forwarding' });
        expect(await chat()).toMatchObject({ failure: { code: 'connection-lost' }, answer: { parts: [] } });
        lift();
        await tunnel.breakSession(); // an instance decides about forwarding when one logs in
        expect(textOf(await chat())).toBe('hello');
      },
    },
  ],
};
