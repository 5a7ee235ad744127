import { language } from '../language.ts'
import { translatedPage } from '../translated-page.ts'
import { formatNumber } from './numbers.ts'

type Price = { inputPerMillion: number; outputPerMillion: number; currency: string }
type Cost = { amount: number; currency: string }

const formatAmount = ({ amount, currency }: Cost): string =>
  `${new Intl.NumberFormat(language, { maximumFractionDigits: 4 }).format(amount)} ${currency}`

export const strings = translatedPage('models', {
  title: 'Models',
  lead: 'The language models that the agents of this org can use. Each agent chooses under Templates and tools, Model.',
  add: 'Add model',
  addTitle: 'Add a model',
  editTitle: (name: string) => `Edit ${name}`,
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  id: 'ID',
  idHelp: 'Lower-case letters, digits and hyphens, for example fast.',
  name: 'Name',
  provider: 'Provider',
  providers: {
    openai: 'OpenAI',
    anthropic: 'Anthropic',
    google: 'Google',
    'openai-compatible': 'OpenAI-compatible server',
    embedded: 'Embedded',
  },
  model: 'Model',
  modelHelp: 'The name that the provider uses, for example gpt-4.1-mini.',
  baseUrl: 'Address',
  baseUrlHelp: 'Only for another server than the provider’s own.',
  key: 'API key',
  keyHelp: 'Encrypted, and never shown again.',
  keyKept: 'A key is stored. Leave this empty to keep it.',
  keyState: (has: boolean) => (has ? 'Stored' : 'None'),
  temperature: 'Temperature',
  maxOutputTokens: 'Output limit (tokens)',
  price: 'Price per million tokens',
  pricePerMillion: 'Price per million tokens (optional)',
  inputPrice: 'Input',
  outputPrice: 'Output',
  currency: 'Currency',
  priceOf: (price: Price | undefined) =>
    price ? `${price.inputPerMillion} in, ${price.outputPerMillion} out (${price.currency})` : 'No price',
  test: 'Test',
  testOf: (name: string) => `Test ${name}`,
  answered: (name: string, milliseconds: number) => `${name} answered in ${formatNumber(milliseconds)} ms`,
  failed: (name: string) => `${name} did not answer`,
  remove: 'Delete',
  removeOf: (name: string) => `Delete ${name}`,
  removeTitle: (name: string) => `Delete ${name}?`,
  removeText: 'Its key is deleted too. A model that an agent uses cannot be deleted.',
  removed: (name: string) => `${name} is deleted`,
  embeddedTitle: 'The embedded model answers',
  embeddedText:
    'It gives simple answers from Facts and knowledge, without a language model. Add a model in Settings, Models for real conversations.',
  tab: 'Model',
  tabLead: 'Which model answers, what happens when it fails, and how much it may cost.',
  answers: (model: { id: string; name?: string; provider: string } | undefined) =>
    model && model.provider !== 'embedded' ? `${model.name ?? model.id} answers` : 'The embedded model answers',
  answersText: 'This is the first model that is asked. If it fails, the fallbacks are asked in their order.',
  main: 'Model',
  mainHelp: 'Empty: the model of the installation.',
  fallbacks: 'Fallbacks',
  fallbacksHelp: 'Asked in this order when a call fails. At most three.',
  judge: 'Model for judging tests and goals',
  author: 'Model for writing flows and test cases',
  budget: 'Budget',
  budgetPer: 'Budget per',
  noBudget: 'No budget',
  periods: [
    { value: 'day', label: 'Day (UTC)' },
    { value: 'month', label: 'Month (UTC)' },
  ],
  amount: 'Amount',
  whenSpent: 'When it is spent',
  whenSpentWays: [
    { value: 'warn', label: 'Only warn' },
    { value: 'fallback', label: 'Use the fallbacks' },
    { value: 'embedded', label: 'Use the embedded model' },
  ],
  costs: 'Costs of the last 30 days',
  noCosts: 'No calls of a model yet.',
  groupBy: 'Group costs by',
  groupings: {
    day: { label: 'By day', column: 'Day (UTC)' },
    model: { label: 'By model', column: 'Model' },
    playbook: { label: 'By playbook', column: 'Playbook' },
  },
  calls: 'Calls',
  inputTokens: 'Input tokens',
  outputTokens: 'Output tokens',
  cost: 'Cost',
  count: (value: number) => formatNumber(value),
  costOf: (cost: Cost | undefined) => (cost ? formatAmount(cost) : 'No price'),
  spentOf: ({ spent, amount, currency, per }: { spent: number; amount: number; currency: string; per: string }) =>
    `${formatAmount({ amount: spent, currency })} of ${formatAmount({ amount, currency })} spent this ${per}.`,
})
