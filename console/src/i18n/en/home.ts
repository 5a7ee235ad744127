import { formatNumber } from './numbers.ts'

export const strings = {
  title: 'Home',
  lead: (agents: number) => (agents === 1 ? 'One agent' : `${agents} agents`),
  newAgent: 'New agent',
  agents: 'Agents',
  traffic: 'Traffic',
  number: formatNumber,
  card: {
    messages: 'Messages',
    goals: 'Goals reached',
    tests: 'Last test run',
    lastMessage: 'Last message',
    noChannel: 'No channel yet: connect one',
    noRun: 'none',
    running: 'running',
    run: (passed: number, failed: number) => (failed === 0 ? `${passed} passed` : `${failed} failed, ${passed} passed`),
    channel: (name: string, status: string) => `${name}: ${statuses[status] ?? status}`,
    traffic: (count: number, days: number) => `${formatNumber(count)} messages in ${days} days`,
  },
  attention: {
    title: 'Needs attention',
    none: 'All is well: nothing needs you just now.',
    more: (count: number) => `Show ${count} more`,
    fewer: 'Show fewer',
    severities: { error: 'Error', warning: 'Warning', info: 'Note' },
  },
  first: {
    title: 'Welcome to Parley',
    lead: 'An agent answers people on the channels they use, books appointments and reaches out. There is none here yet.',
    steps: {
      make: {
        title: '1. Make an agent',
        text: 'Begin with a template for your trade, or with an empty agent. Everything can be changed later.',
      },
      teach: {
        title: '2. Teach it',
        text: 'Write what it should know and how it should behave, and talk to it in the emulator before anybody else does.',
      },
      connect: {
        title: '3. Connect a channel',
        text: 'Web chat is ready at once. Text messages and others take the account of a provider.',
      },
    },
    make: 'Make the first agent',
    guide: 'Read the quick start',
    notYours: 'Editors and admins of your org can make the first one.',
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
