import { language } from '../language.ts'
import { translated } from '../translated.ts'
import { formatCount, formatNumber } from './numbers.ts'

export const strings = translated('home', {
  title: 'Home',
  lead: (agents: number) => (agents === 1 ? '1 agent' : `${agents} agents`),
  newAgent: 'New agent',
  frontDesk: {
    lead: 'Conversations, people and appointments of your agents.',
    waiting: 'Waiting',
    mine: 'Mine',
    unread: 'Unread',
    desk: 'Desk',
    inbox: 'Inbox',
    people: 'People',
    appointments: 'Appointments',
    noneTitle: 'No agents yet',
    none: 'An admin of your org chooses the agents that you work with.',
  },
  agents: 'Agents',
  traffic: 'Traffic',
  number: formatNumber,
  card: {
    messages: 'Messages',
    goals: 'Goals reached',
    tests: 'Last test run',
    lastMessage: 'Last message',
    noChannel: 'No channels yet. Add one.',
    noRun: 'none',
    running: 'running',
    run: (passed: number, failed: number) => (failed === 0 ? `${passed} passed` : `${failed} failed, ${passed} passed`),
    channel: (name: string, status: string, isLab: boolean) =>
      `${name}: ${statuses[status] ?? status}${isLab ? ' in the lab' : ''}`,
    traffic: (count: number, days: number) => `${formatNumber(count)} messages in ${days} days`,
  },
  insights: {
    measures: {
      sessions: 'Sessions',
      contained: 'Contained',
      unanswered: 'Unanswered',
      goalsReached: 'Goals',
      handedOver: 'Handed over',
      cost: 'Cost',
    },
    none: '–',
    share: (share: number) => `${Math.round(share * 100)} %`,
    before: (value: string) => `before: ${value}`,
    cost: (cost: { amount: number; currency: string } | undefined) =>
      cost
        ? new Intl.NumberFormat(language, { style: 'currency', currency: cost.currency }).format(cost.amount)
        : formatNumber(0),
    answer: (question: string, count: number, open: number) => {
      const short = question.length > 80 ? `${question.slice(0, 80)}…` : question
      const times = count === 1 ? 'once' : `${formatNumber(count)} times`
      const others = open > 1 ? `, the first of ${formatNumber(open)} open questions` : ''
      return `Answer “${short}”, asked ${times}${others}.`
    },
    errors: (count: number) =>
      count === 1
        ? 'Look at the session in which a turn failed.'
        : `Look at the ${formatNumber(count)} turns that failed.`,
    review: 'Fewer sessions were contained than before: read the ones that were not.',
    notContained: (count: number) =>
      count === 1
        ? 'Read the session that was not contained.'
        : `Read the ${formatNumber(count)} sessions that were not contained.`,
    nothing: 'Nothing to do: every question was answered.',
  },
  attention: {
    title: 'Needs attention',
    none: 'Nothing needs your attention.',
    more: (count: number) => `Show ${count} more`,
    fewer: 'Show fewer',
    severities: { error: 'Error', warning: 'Warning', info: 'Note' },
  },
  start: {
    title: (agent: string) => `Get ${agent} ready`,
    progress: (done: number, all: number) => `${done} of ${all} done`,
    list: 'First steps',
    done: 'Done',
    todo: 'To do',
    hide: 'Hide',
    show: (agent: string) => `Show the first steps of ${agent}`,
    emulator: 'Open the emulator',
    lab: 'Open the handset lab',
    identity: {
      title: 'Say who it speaks for',
      todo: 'Add an email address, a phone number or a website, so that the agent can say how to reach you.',
      done: 'The agent knows how people reach you.',
      action: 'Edit identity',
    },
    knowledge: {
      title: 'Teach it',
      todo: 'Add Facts, Things or a source. The agent answers from them.',
      done: (facts: number, things: number, sources: number) =>
        [
          formatCount(facts, 'Fact'),
          ...(things > 0 ? [formatCount(things, 'Thing')] : []),
          ...(sources > 0 ? [formatCount(sources, 'source')] : []),
        ].join(', '),
      action: 'Add a Fact',
    },
    trial: {
      title: 'Try it',
      todo: 'Write to the agent as a person would. Nothing is sent to anyone.',
      done: 'Somebody has talked with it.',
      action: 'Try it',
    },
    channel: {
      title: 'Connect a channel',
      todo: 'Put the web chat on your site, or connect your account at a provider.',
      lab: (names: string[]) =>
        `${names.join(', ')} ${names.length === 1 ? 'runs' : 'run'} in the handset lab and reach no real phone. Put the web chat on your site, or connect your account at a provider.`,
      done: (names: string[]) => `People can write by ${names.join(', ')}.`,
      action: 'Connect a channel',
    },
    publish: {
      title: 'Publish',
      earlier: 'Do the steps above first.',
      draft: (name: string, changes: number) =>
        `${formatCount(changes, 'change')} of the draft “${name}” ${changes === 1 ? 'is' : 'are'} not live yet.`,
      review: 'Review and publish',
      lint: (errors: number) => `Lint found ${formatCount(errors, 'error')}.`,
      fix: 'See what to fix',
      samples: 'Remove the sample data first: people would take it for the truth.',
      done: 'Everything you have made is live.',
    },
    model: {
      answers: (name: string) => `${name} answers.`,
      embedded: 'The embedded model answers.',
      embeddedText: 'It gives simple answers from your Facts and knowledge, without a language model.',
      connect: 'Connect a model',
      change: 'Change',
    },
    sample: {
      add: 'Add sample data',
      addText: 'Four Facts and three people to try things with. You can remove them at any time.',
      added: 'Sample data added',
      remove: 'Remove sample data',
      removeTitle: 'Remove the sample data?',
      removeText: 'The sample Facts and the sample people are deleted. Nothing else is.',
      removed: 'Sample data removed',
      agent: 'This is a sample agent. You can change anything in it, or delete it.',
      removeAgent: 'Delete the sample agent',
      facts: [
        { id: 'hours', question: 'When are you open?', answer: 'Monday to Friday from 9 AM to 5 PM.' },
        { id: 'place', question: 'Where are you?', answer: '12 Sample Street, Springfield.' },
        { id: 'price', question: 'How much is a visit?', answer: 'A first visit costs 40 dollars.' },
        { id: 'cancel', question: 'Can I cancel?', answer: 'Yes, free of charge until the day before.' },
      ],
      people: [
        { firstName: 'Alex', lastName: 'Sample' },
        { firstName: 'Kim', lastName: 'Sample' },
        { firstName: 'Robin', lastName: 'Sample' },
      ],
    },
  },
  first: {
    title: 'Welcome to Parley',
    lead: 'An agent answers people on the channels they use, books appointments, and reaches out. You do not have an agent yet.',
    steps: {
      make: {
        title: '1. Create an agent',
        text: 'Start with a template for your industry, or with an empty agent. You can change everything later.',
      },
      teach: {
        title: '2. Teach it',
        text: 'Write what it should know and how it should behave, and try it in the emulator before anyone else does.',
      },
      connect: {
        title: '3. Connect a channel',
        text: 'Web chat is ready immediately. SMS and other channels need an account with a provider.',
      },
    },
    make: 'Create your first agent',
    guide: 'Read the quick start',
    editorsOnly: 'Editors and admins of your org can create the first agent.',
  },
})

const statuses: Record<string, string> = {
  Active: 'active',
  ActionRequired: 'action required',
  Failed: 'failed',
  Provisioning: 'provisioning',
  Requested: 'requested',
  Disabled: 'disabled',
}
