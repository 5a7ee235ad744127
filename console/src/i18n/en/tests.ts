import { translatedPage } from '../translated-page.ts'
import { channelNames } from './channel-names.ts'
import { formatCount, formatNumber } from './numbers.ts'
import { strings as cases } from './test-case.ts'

const dayNames: Record<string, string> = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
}

export const strings = translatedPage('tests', {
  title: 'Tests',
  lead: 'Test conversations with the agent, played in the sandbox, and their expected results.',
  tabs: { label: 'Tests sections', suites: 'Suites', runs: 'Runs' },
  cancel: 'Cancel',
  close: 'Close',
  create: 'Create',
  add: 'Add',
  delete: 'Delete',
  remove: (what: string) => `Remove ${what}`,
  up: (what: string) => `Move ${what} up`,
  down: (what: string) => `Move ${what} down`,
  more: 'More',
  none: 'none',
  deleted: (id: string) => `${id} (deleted)`,
  back: 'Back',
  channels: channelNames as Record<string, string>,

  states: {
    pending: 'waiting',
    claimed: 'waiting',
    running: 'running',
    passed: 'passed',
    failed: 'failed',
    errored: 'error',
    skipped: 'skipped',
    cancelled: 'canceled',
  } as Record<string, string>,
  statuses: {
    queued: 'queued',
    running: 'running',
    paused: 'paused',
    completed: 'completed',
    cancelled: 'canceled',
    failed: 'failed',
  } as Record<string, string>,

  quota: {
    label: 'Today’s test budget',
    left: (remaining: number, limit: number) =>
      `${formatNumber(remaining)} of ${formatCount(limit, 'unit')} left today`,
    resets: 'resets',
    perRun: (units: number, cases: number) =>
      `A run can use up to ${formatCount(units, 'unit')} and play up to ${formatCount(cases, 'sample')}.`,
    none: 'Today’s budget is used up.',
  },

  verdicts: {
    bar: (passed: number, failed: number, errored: number) =>
      [`${formatNumber(passed)} passed`, `${formatNumber(failed)} failed`, `${formatNumber(errored)} with errors`].join(
        ', ',
      ),
    rate: (percent: number) => `${percent}% passed`,
    short: (passed: number, all: number) => `${formatNumber(passed)} of ${formatNumber(all)}`,
    strip: (states: readonly string[]) => `Newest last: ${states.join(', ')}`,
    never: 'not run yet',
    trend: (rates: readonly number[]) => `Pass rates, newest last: ${rates.map((rate) => `${rate}%`).join(', ')}`,
  },

  chart: {
    passed: 'Passed',
    failed: 'Failed',
    errored: 'Error',
    label: (what: string) => `Results of ${what}, run by run`,
    table: 'Results by run',
    when: 'Time',
    run: 'Run',
    open: 'Open run',
    empty: 'No runs yet. The results of each run appear here.',
  },

  list: {
    table: 'Suites',
    name: 'Suite',
    rate: 'Last run',
    trend: 'Trend',
    when: 'Time',
    schedule: 'Schedule',
    examples: 'Examples',
    examplesHint: 'Generated from the examples of a playbook.',
    new: 'New suite',
    record: 'Record conversation',
    emptyTitle: 'No tests yet',
    emptyText:
      'A suite is a set of test cases. Each case plays a conversation with the agent and checks the result. After you change the agent, run the suite to find problems before your customers do.',
  },
  makeSuite: {
    title: 'New suite',
    name: 'Name',
    description: 'Description',
    channel: 'Channel',
    channelHint: 'The default channel for its cases.',
  },

  schedule: {
    title: 'Schedule',
    hint: 'Runs the whole suite automatically and notifies the team when a case fails.',
    every: 'Run',
    never: 'Only manually',
    daily: 'Every day',
    weekly: 'Every week',
    weekday: 'On',
    days: dayNames,
    at: 'At',
    timezone: 'Time zone',
    next: 'Next run',
    none: 'manual',
    describe: ({ every, at = '06:00', weekday = 'monday' }: { every: string; at?: string; weekday?: string }) =>
      every === 'weekly' ? `${dayNames[weekday] ?? weekday}s at ${at}` : `daily at ${at}`,
  },

  suite: {
    tabs: { label: 'Suite sections', cases: 'Cases', history: 'History', settings: 'Settings' },
    run: 'Run suite',
    runSelected: (many: number) => `Run ${formatCount(many, 'case')}`,
    newCase: 'New case',
    fromFacts: 'Generate from Facts',
    fromDescription: 'Generate from a description',
    fromCoverage: 'Generate for every way of the flows',
    fromAttacks: 'Generate attacks',
    record: 'Record conversation',
    delete: 'Delete suite',
    deleteTitle: (name: string) => `Delete ${name}?`,
    deleteText: 'This also deletes its cases. Runs and results stay.',
    system:
      'This suite is generated from the examples of a playbook and updates with them. To edit a case, copy it to another suite.',
    cases: 'Cases',
    case: 'Case',
    tags: 'Tags',
    verdict: 'Last result',
    trend: 'Runs',
    lint: 'Lint',
    lintErrors: (many: number) => formatCount(many, 'error'),
    lintWarnings: (many: number) => formatCount(many, 'warning'),
    actions: 'Actions',
    actionsOf: (title: string) => `Actions for ${title}`,
    open: 'Open',
    runOne: 'Run',
    copy: 'Copy to…',
    emptyTitle: 'No cases yet',
    emptyText:
      'A case describes who writes, what they do, and the expected result. Write one, record a past conversation, or generate one for every Fact.',
    settings: 'About the suite',
    name: 'Name',
    description: 'Description',
    channel: 'Channel',
    channelHint: 'The default channel for its cases.',
    channelNone: 'Default (RCS)',
    historyOf: 'the suite',
  },

  copy: {
    title: 'Copy case',
    suite: 'To suite',
    ok: 'Copy',
    done: 'Case copied',
    none: 'You have no suite of your own yet. Create one first.',
  },

  record: {
    title: 'Record conversation',
    text: 'The person’s messages become the turns of the case. A made-up person replaces the real one: names, numbers, and addresses are changed.',
    choose: 'Conversation',
    suite: 'To suite',
    expectation: 'Expected result',
    expectationHint: 'One or two sentences. They become a criterion of the case.',
    caseTitle: 'Title',
    ok: 'Record',
    messages: (many: number) => formatCount(many, 'message'),
    test: 'rehearsal',
    withTests: 'Include rehearsals',
    nothing: 'No conversations in the last 30 days.',
  },

  generate: {
    factsTitle: 'Generate from Facts',
    factsText:
      'Creates one case for each Fact and wording, without a model. It replaces cases that already exist, so generate again after Facts change.',
    facts: 'Facts',
    factsHint: 'Leave empty to use all Facts that the agent reads.',
    wordings: 'Wordings per Fact',
    descriptionTitle: 'Generate from a description',
    descriptionText:
      'A model writes the cases. This takes up to three minutes. Cases that still have errors are dropped.',
    coverageTitle: 'Generate for every way of the flows',
    coverageText:
      'Creates cases that together pass every step and every branch of every flow, without a model. It replaces cases that it made before.',
    attacksTitle: 'Generate attacks',
    attacksText:
      'Creates cases with hostile messages, without a model. They fail an agent that obeys them or recites its own instructions.',
    packsLabel: 'Kinds of attacks',
    packs: {
      injection: 'Injection: orders to ignore the instructions',
      leak: 'Leak: questions for the instructions and for other people',
      scope: 'Scope: requests that are not the agent’s business',
      abuse: 'Abuse: insults, threats, repetition',
      format: 'Format: markup, signs, very long messages',
    } as Record<string, string>,
    description: 'What to test',
    descriptionHint: 'For example: people who ask whether they get their deposit back.',
    count: 'Number of cases',
    tags: 'Tags',
    ok: 'Generate',
    made: (made: number, dropped: number) =>
      dropped > 0
        ? `${formatCount(made, 'case')} created, ${formatNumber(dropped)} dropped`
        : `${formatCount(made, 'case')} created`,
  },
  authoring: {
    title: 'No model is configured to write cases',
    text: 'The server’s administrator can set one as AUTHORING_MODEL. Until then, write cases yourself, record them, or generate them from Facts.',
  },

  ...cases,
})
