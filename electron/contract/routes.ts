import * as z from 'zod';
import { appInfoSchema } from './app-info.ts';
import { connectionSchema } from './connection.ts';
import { outcomeSchema, questionSchema } from './exchange.ts';
import type { Result } from './failure.ts';
import { noticeSchema } from './notice.ts';
import { settingsChangeSchema, settingsSchema } from './settings.ts';

const nothing = z.undefined();
const draftKey = z.string().min(1).max(200);

/**
 * All that the renderer can ask for. Routes named `shell.…` are answered by electron/shell,
 * the others by electron/core; a route without a handler, or the reverse, does not compile.
 */
export const routes = {
  'app.describe': { input: nothing, output: appInfoSchema },
  'settings.read': { input: nothing, output: settingsSchema },
  'settings.change': { input: settingsChangeSchema, output: settingsSchema },
  'notices.read': { input: nothing, output: z.array(noticeSchema).readonly() },
  'notices.dismiss': { input: z.object({ id: z.string() }).readonly(), output: nothing },
  'drafts.read': { input: z.object({ key: draftKey }).readonly(), output: z.object({ text: z.string() }).readonly() },
  'drafts.keep': { input: z.object({ key: draftKey, text: z.string().max(4_000_000) }).readonly(), output: nothing },
  'connection.read': { input: nothing, output: connectionSchema },
  'chat.ask': { input: questionSchema, output: outcomeSchema },
  'chat.stop': { input: z.object({ id: z.string() }).readonly(), output: nothing },
  'shell.openLink': { input: z.object({ url: z.string().max(4096) }).readonly(), output: nothing },
  'shell.showLogs': { input: nothing, output: nothing },
  'shell.saveDiagnostics': { input: nothing, output: z.object({ file: z.string().nullable() }).readonly() },
} as const satisfies Record<string, { readonly input: z.ZodType; readonly output: z.ZodType }>;

export type RouteName = keyof typeof routes;
export type ShellRoute = Extract<RouteName, `shell.${string}`>;
export type CoreRoute = Exclude<RouteName, ShellRoute>;
export type RouteInput<R extends RouteName> = z.input<(typeof routes)[R]['input']>;
export type RouteOutput<R extends RouteName> = z.output<(typeof routes)[R]['output']>;

/** One handler for each of the routes; `Context` is what the host passes besides the input. */
export type Handlers<R extends RouteName, Context> = {
  readonly [Name in R]: (
    input: z.output<(typeof routes)[Name]['input']>,
    context: Context,
  ) => Result<RouteOutput<Name>> | Promise<Result<RouteOutput<Name>>>;
};
