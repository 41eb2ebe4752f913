import * as z from 'zod';
import {
  clientProgramListSchema,
  programChangeSchema,
  programCheckSchema,
  localApiStatusSchema,
  localKeySchema,
  localApiRequestSchema,
  localApiSettingsChangeSchema,
} from './local-api.ts';
import { appInfoSchema, noticeSchema } from './app-info.ts';
import { maxAttachmentLength, maxDocumentBytes } from './constants.ts';
import { failureSchema } from './failure-schema.ts';
import { catalogEntrySchema, catalogModelSchema, segmentSchema, enginePathSchema } from './catalog.ts';
import { connectionSchema, tunnelActivitySchema, pendingSshQuestionSchema, sshReplySchema } from './connection.ts';
import { connectionCheckSchema } from './connection-check.ts';
import {
  codeLanguageSchema,
  continuationsStartedSchema,
  textToSaveSchema,
  continueTextRequestSchema,
  turnSchema,
  turnStartedSchema,
  tokenBranchSchema,
  toolCallDecisionSchema,
  sendRequestSchema,
} from './chat-turn.ts';
import type { Result } from './failure.ts';
import { exportFormatSchema, importedSchema } from './history.ts';
import { historyRoutes } from './history-routes.ts';
import { librarySchema, presetSchema, promptSchema } from './library.ts';
import {
  authoritySchema,
  modeSchema,
  profileChangeSchema,
  profileDraftSchema,
  profilePreviewSchema,
  profileSchema,
  sshAliasSchema,
  secretStorageSchema,
  secretStatusSchema,
} from './profile.ts';
import { runRoutes, runShellRoutes } from './run-routes.ts';
import { id, ids, nothing, object } from './route-schemas.ts';
import { settingsChangeSchema, settingsSchema } from './settings.ts';
import { scoredTextSchema, scoreExportSchema, scoreRequestSchema, tokenCountSchema } from './tokens.ts';
import { toolboxSchema, toolDraftSchema, toolServerDraftSchema } from './tool.ts';

const modelId = z.string().max(300);
const programWithModel = object({ id, model: modelId });
const draftKey = z.string().min(1).max(200);
/** Attachments are saved as JSON, in which a character takes up to six: 50 files with their names. */
const maxAttachmentsDraft = 50 * 6 * (maxAttachmentLength + 1000);
/** A text of null means that there is no draft. An edit may have an empty text. */
const draftText = z.string().nullable();
const draft = object({ key: draftKey, text: draftText }).refine(
  ({ key, text }) => (text ?? '').length <= (key.endsWith('.files') ? maxAttachmentsDraft : 4_000_000),
);
const savedFile = z.object({ file: z.string().nullable() }).readonly();
const profileText = z.string().max(1_000_000);
const profileList = z.object({ profiles: z.array(profileSchema).readonly(), activeId: z.string().nullable() }).readonly();

/**
 * All requests of the renderer. Routes named `shell.…` are handled by electron/host, the others by electron/core. A missing or
 * extra handler doesn't compile.
 */
export const routes = {
  'app.describe': { input: nothing, output: appInfoSchema },
  'app.places': { input: nothing, output: z.array(object({ what: z.string(), where: z.string() })).readonly() },
  'settings.read': { input: nothing, output: settingsSchema },
  'settings.change': { input: settingsChangeSchema, output: settingsSchema },
  'notices.read': { input: nothing, output: z.array(noticeSchema).readonly() },
  'notices.dismiss': { input: object({ id: z.string() }), output: nothing },
  'drafts.read': { input: object({ key: draftKey }), output: object({ text: draftText }) },
  'drafts.keep': { input: draft, output: nothing },
  /** Reads a document as the text of an attachment. The content is Base64. */
  'documents.readText': {
    input: object({ name: z.string().max(300), data: z.string().max((maxDocumentBytes / 3) * 4 + 4) }),
    output: object({ text: z.string(), problems: z.array(failureSchema).readonly() }),
  },

  'profiles.read': { input: nothing, output: profileList },
  'profiles.add': { input: profileDraftSchema, output: profileSchema },
  'profiles.change': { input: object({ id, change: profileChangeSchema }), output: profileSchema },
  'profiles.duplicate': { input: object({ id }), output: profileSchema },
  'profiles.remove': { input: object({ id, withSecrets: z.boolean() }), output: nothing },
  'profiles.activate': { input: object({ id }), output: nothing },
  'profiles.sshAliases': { input: nothing, output: z.array(z.string()).readonly() },
  'profiles.readSshAlias': { input: object({ alias: z.string() }), output: sshAliasSchema },
  /** Asks likely engine paths of the active profile for their models. */
  'catalog.findEnginePaths': { input: object({ profileId: id }), output: z.array(enginePathSchema).readonly() },
  /**
   * Asks a model once about a tiny picture, unless it is known whether it sees. Null if that stays unknown, because the model didn't
   * answer. The answer is remembered for the service's address.
   */
  'catalog.tryImages': { input: object({ model: z.string().max(200) }), output: object({ seesImages: z.boolean().nullable() }) },
  'catalog.putEntry': {
    input: object({ profileId: id, entry: catalogEntrySchema, replaces: segmentSchema.nullable() }),
    output: profileSchema,
  },
  'catalog.removeEntry': { input: object({ profileId: id, segment: segmentSchema }), output: profileSchema },
  'catalog.putModel': {
    input: object({ profileId: id, segment: segmentSchema, model: catalogModelSchema, replaces: z.string().nullable() }),
    output: profileSchema,
  },
  'catalog.removeModel': { input: object({ profileId: id, segment: segmentSchema, modelId: z.string() }), output: profileSchema },
  'token.status': { input: object({ profileId: id }), output: secretStatusSchema },
  /** The token is saved only after a real request has succeeded, unless `isUnchecked`. */
  'token.set': {
    input: object({ profileId: id, token: z.string().max(10_000), keeping: secretStorageSchema, isUnchecked: z.boolean() }),
    output: secretStatusSchema,
  },
  'token.forget': { input: object({ profileId: id }), output: secretStatusSchema },

  'connection.read': { input: nothing, output: connectionSchema },
  'connection.setMode': { input: object({ mode: modeSchema }), output: nothing },
  'connection.refresh': { input: nothing, output: nothing },
  'tunnel.read': { input: nothing, output: tunnelActivitySchema.nullable() },
  'tunnel.reconnect': { input: nothing, output: nothing },
  'tunnel.stop': { input: nothing, output: nothing },
  /** Confirms a new instance by the fingerprint shown in the cloud's console. Returns commands for the user's own files. */
  'tunnel.confirmNewInstance': { input: object({ fingerprint: z.string().max(300) }), output: z.array(z.string()).readonly() },
  'questions.read': { input: nothing, output: z.array(pendingSshQuestionSchema).readonly() },
  'questions.answer': { input: object({ id, reply: sshReplySchema }), output: nothing },
  'connectionCheck.run': { input: object({ mode: modeSchema }), output: connectionCheckSchema },

  'localApi.read': { input: nothing, output: localApiStatusSchema },
  'localApi.change': { input: localApiSettingsChangeSchema, output: localApiStatusSchema },
  'localApi.createKey': {
    input: object({ name: z.string().trim().min(1).max(80) }),
    output: object({ key: localKeySchema, secret: z.string() }),
  },
  'localApi.revokeKey': { input: object({ id }), output: nothing },
  'localApi.requests': { input: nothing, output: z.array(localApiRequestSchema).readonly() },
  /** The programs with a model, or each with the one that is best for it. */
  'localApi.programs': { input: object({ model: modelId.nullable() }), output: clientProgramListSchema },
  'localApi.describeProgramChange': { input: programWithModel, output: programChangeSchema },
  'localApi.undoProgram': { input: object({ id }), output: nothing },
  'localApi.checkProgram': { input: programWithModel, output: programCheckSchema },
  'localApi.recordBodies': { input: object({ minutes: z.number().int().min(0).max(60) }), output: nothing },

  ...historyRoutes,

  'chat.send': { input: sendRequestSchema, output: turnStartedSchema },
  'notebook.continue': { input: continueTextRequestSchema, output: continuationsStartedSchema },
  'notebook.saveText': { input: textToSaveSchema, output: turnStartedSchema },
  'notebook.branchAtToken': { input: tokenBranchSchema, output: continuationsStartedSchema },
  /** The conversation up to a message as the text that the model reads. Fails if the engine doesn't tell it. */
  'chat.templateText': { input: object({ messageId: id }), output: object({ text: z.string() }) },
  /** Generates another answer. `model` null means the same model. */
  'chat.regenerate': { input: object({ messageId: id, model: z.string().nullable() }), output: turnStartedSchema },
  /** Continues an answer that was cut by its length limit, in the same message. */
  'chat.continue': { input: object({ messageId: id }), output: turnStartedSchema },
  'chat.stop': { input: object({ conversationId: id }), output: nothing },
  'chat.turns': { input: nothing, output: z.array(turnSchema).readonly() },
  'chat.decideCall': { input: object({ messageId: id, callId: z.string(), decision: toolCallDecisionSchema }), output: nothing },
  /** Adds another result, and the model's answer to it. */
  'chat.editResult': { input: object({ messageId: id, text: z.string().max(1_000_000) }), output: turnStartedSchema },
  'chat.requestCode': { input: object({ messageId: id, language: codeLanguageSchema }), output: object({ text: z.string() }) },

  /** Cancel the call to stop. The rows scored until then are lost. */
  'notebook.score': { input: scoreRequestSchema, output: z.array(scoredTextSchema).readonly() },
  'notebook.countTokens': { input: object({ model: z.string().max(200), text: z.string().max(4_000_000) }), output: tokenCountSchema },

  'tools.read': { input: nothing, output: toolboxSchema },
  'tools.put': { input: object({ id: id.nullable(), tool: toolDraftSchema }), output: toolboxSchema },
  'tools.remove': { input: object({ id }), output: toolboxSchema },
  'tools.putServer': { input: object({ id: id.nullable(), server: toolServerDraftSchema }), output: toolboxSchema },
  'tools.removeServer': { input: object({ id }), output: toolboxSchema },
  /** Undoes removals of this program run. Servers must come before their tools. */
  'tools.restore': { input: object({ ids }), output: toolboxSchema },
  'tools.allowHost': { input: object({ host: z.string().max(300), isAllowed: z.boolean() }), output: toolboxSchema },

  'library.read': { input: nothing, output: librarySchema },
  'library.putPreset': { input: presetSchema, output: librarySchema },
  'library.removePreset': { input: object({ id }), output: librarySchema },
  'library.putPrompt': { input: promptSchema, output: librarySchema },
  'library.removePrompt': { input: object({ id }), output: librarySchema },
  'library.setFavourite': { input: object({ model: z.string().max(200), isFavourite: z.boolean() }), output: librarySchema },

  ...runRoutes,

  'shell.openLink': { input: object({ url: z.string().max(4096) }), output: nothing },
  'shell.showLogs': { input: nothing, output: nothing },
  'shell.saveDiagnostics': { input: nothing, output: savedFile },
  /** Asks the user outside the page, where the exact command is shown. */
  'shell.approveTool': { input: object({ id }), output: toolboxSchema },
  'shell.approveToolServer': { input: object({ id }), output: toolboxSchema },
  /** Changes a program's file, if the user approves it. Returns the new key if the user has to enter it in the program. */
  'shell.setUpProgram': { input: programWithModel, output: object({ isDone: z.boolean(), key: z.string().nullable() }) },
  'shell.exportTools': { input: nothing, output: savedFile },
  'shell.importTools': { input: nothing, output: toolboxSchema },
  'shell.exportConversations': { input: object({ ids: ids.nullable(), format: exportFormatSchema, jobId: id }), output: savedFile },
  'shell.importConversations': { input: object({ jobId: id }), output: importedSchema },
  ...runShellRoutes,
  'shell.exportPreset': { input: object({ id }), output: savedFile },
  'shell.importPreset': { input: nothing, output: librarySchema },
  'shell.exportProfile': { input: object({ id }), output: savedFile },
  /** From a dialog, or the text of a file dropped on the window. The window shows it and adds it by `shell.importProfile`. */
  'shell.readProfile': { input: object({ text: profileText.nullable() }), output: profilePreviewSchema.nullable() },
  'shell.importProfile': { input: object({ text: profileText }), output: profileSchema },
  /** The authorities in a file. The window shows them before a profile names the file. */
  'shell.chooseAuthorities': {
    input: nothing,
    output: object({ file: z.string(), authorities: z.array(authoritySchema).readonly() }).nullable(),
  },
  'shell.exportScores': { input: scoreExportSchema, output: savedFile },
  'shell.exportRequests': { input: object({ format: z.enum(['ndjson', 'har']) }), output: savedFile },
  /** An image of an answer as a data URL, fetched by the main process, because the page has no network. */
  'shell.fetchImage': { input: object({ url: z.string().max(4096) }), output: object({ dataUrl: z.string() }) },
} as const satisfies Record<string, { readonly input: z.ZodType; readonly output: z.ZodType }>;

export type RouteName = keyof typeof routes;
export type ShellRoute = Extract<RouteName, `shell.${string}`>;
export type CoreRoute = Exclude<RouteName, ShellRoute>;
export type RouteInput<R extends RouteName> = z.input<(typeof routes)[R]['input']>;
/** The validated input with defaults. */
export type CheckedInput<R extends RouteName> = z.output<(typeof routes)[R]['input']>;
export type RouteOutput<R extends RouteName> = z.output<(typeof routes)[R]['output']>;

/** One handler per route. `Context` is passed by the host in addition to the input. */
export type Handlers<R extends RouteName, Context> = {
  readonly [Name in R]: (input: CheckedInput<Name>, context: Context) => Result<RouteOutput<Name>> | Promise<Result<RouteOutput<Name>>>;
};
