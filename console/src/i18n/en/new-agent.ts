import { translatedPage } from '../translated-page.ts'

export const strings = translatedPage('new-agent', {
  title: 'New agent',
  lead: 'Give the agent a name and a starting point. You can change everything later.',
  editorsOnly: 'Only editors can create agents. Ask an admin for the editor role.',
  name: 'Name',
  nameHelp: 'The business or service that the agent speaks for. People may see it.',
  start: 'Start from',
  empty: 'Empty agent',
  emptyText: 'One simple playbook that greets people and answers from the knowledge you add.',
  loading: 'Loading templates',
  contents: (name: string) => `Contents of ${name}`,
  create: 'Create agent',
  created: (name: string) => `${name} created`,
})
