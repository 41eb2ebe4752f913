/** A question that only the user may answer. */
export interface Approval {
  readonly id: string;
  readonly message: string;
  readonly detail: string;
  readonly yes: string;
}

/** What the page shows. */
export type ApprovalView =
  | { readonly kind: 'connecting' | 'nothing' | 'done' | 'gone' }
  /** `canAnswer`: it was in sight for long enough that no click can have been meant for something else. */
  | { readonly kind: 'question'; readonly approval: Approval; readonly more: number; readonly canAnswer: boolean };

export interface ApprovalPageOptions {
  readonly show: (view: ApprovalView) => void;
  readonly answer: (id: string, isYes: boolean) => Promise<boolean>;
  readonly schedule: (run: () => void, ms: number) => () => void;
  /** Whether the user can see the page and types into it. */
  readonly isInSight: () => boolean;
  /** Nothing is left to answer. */
  readonly onDone: () => void;
}

/** Shows one question after the other. */
export interface ApprovalPage {
  /** The questions that wait, as the program sent them. */
  readonly take: (data: string) => void;
  readonly lose: () => void;
  /** The page came into sight or got the focus. */
  readonly appear: () => void;
  readonly disappear: () => void;
  readonly reply: (isYes: boolean) => void;
}

/** How long a question is in sight before it can be answered: a double click meant for another page must not reach it. */
const guardMs = 1000;

/** Makes the page without the page: what is drawn, sent and awaited is given. */
export function createApprovalPage({ show, answer, schedule, isInSight, onDone }: ApprovalPageOptions): ApprovalPage {
  let waiting: readonly Approval[] = [];
  let isConnected = false;
  let hasConnected = false;
  let hasAnswered = false;
  let canAnswer = false;
  /** Answered here; until the program's next list it is not shown again. */
  const answered = new Set<string>();
  let shownId: string | undefined;
  let cancelGuard = (): void => undefined;

  const open = (): readonly Approval[] => waiting.filter(({ id }) => !answered.has(id));
  const draw = (): void => {
    const [approval, ...rest] = open();
    if (!isConnected) show({ kind: hasConnected ? 'gone' : 'connecting' });
    else if (approval) show({ kind: 'question', approval, more: rest.length, canAnswer });
    else show({ kind: hasAnswered ? 'done' : 'nothing' });
  };
  const guard = (): void => {
    cancelGuard();
    canAnswer = false;
    if (isInSight())
      cancelGuard = schedule(() => {
        canAnswer = true;
        draw();
      }, guardMs);
    draw();
  };
  /** Guards a question that is new in sight; an unchanged one stays as it is. */
  const update = (): void => {
    const next = isConnected ? open()[0]?.id : undefined;
    if (next === shownId) return draw();
    shownId = next;
    guard();
  };

  const send = async (id: string, isYes: boolean): Promise<void> => {
    if (await answer(id, isYes)) return;
    // It is still there: asked once more.
    answered.delete(id);
    update();
  };

  return {
    take: (data) => {
      const list = parseApprovals(data);
      if (!list) return;
      isConnected = true;
      hasConnected = true;
      waiting = list;
      update();
      if (list.length === 0 && hasAnswered) onDone();
    },
    lose: () => {
      isConnected = false;
      hasConnected = true;
      update();
    },
    appear: guard,
    disappear: guard,
    reply: (isYes) => {
      const approval = open()[0];
      if (!approval || !isConnected || !canAnswer) return;
      answered.add(approval.id);
      hasAnswered = true;
      update();
      void send(approval.id, isYes);
    },
  };
}

/** Reads the list; undefined if it is none. */
export function parseApprovals(data: string): readonly Approval[] | undefined {
  try {
    const list: unknown = JSON.parse(data);
    return Array.isArray(list) && list.every(isApproval) ? list : undefined;
  } catch {
    return undefined;
  }
}

function isApproval(value: unknown): value is Approval {
  if (typeof value !== 'object' || value === null) return false;
  const { id, message, detail, yes } = value as Partial<Record<keyof Approval, unknown>>;
  return [id, message, detail, yes].every((part) => typeof part === 'string');
}
