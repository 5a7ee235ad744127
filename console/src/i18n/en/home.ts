import { formatNumber } from './numbers.ts'

export const strings = {
  title: 'Home',
  lead: (agents: number) => (agents === 1 ? '1 agent' : `${agents} agents`),
  newAgent: 'New agent',
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
    channel: (name: string, status: string) => `${name}: ${statuses[status] ?? status}`,
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
        ? new Intl.NumberFormat('en', { style: 'currency', currency: cost.currency }).format(cost.amount)
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
}

const statuses: Record<string, string> = {
  Active: 'active',
  ActionRequired: 'action required',
  Failed: 'failed',
  Provisioning: 'provisioning',
  Requested: 'requested',
  Disabled: 'disabled',
}
