import type { strings as english } from '../en/models.ts'
import type { Translation } from '../translation.ts'
import { formatNumber, language } from './numbers.ts'

type Cost = { amount: number; currency: string }

const formatAmount = ({ amount, currency }: Cost): string =>
  `${new Intl.NumberFormat(language, { maximumFractionDigits: 4 }).format(amount)} ${currency}`

const inThisPeriod: Record<string, string> = { day: 'heute (UTC)', month: 'in diesem Monat' }

export const strings: Translation<typeof english> = {
  title: 'Modelle',
  lead: 'Die Sprachmodelle, die den Agenten dieser Organisation zur Verfügung stehen. Jeder Agent wählt seines unter „Vorlagen und Tools“, „Modell“.',
  add: 'Modell hinzufügen',
  addTitle: 'Modell hinzufügen',
  editTitle: (name) => `„${name}“ bearbeiten`,
  edit: 'Bearbeiten',
  editOf: (name) => `„${name}“ bearbeiten`,
  id: 'ID',
  idHelp: 'Kleinbuchstaben, Ziffern und Bindestriche, zum Beispiel fast.',
  name: 'Name',
  provider: 'Anbieter',
  providers: {
    openai: 'OpenAI',
    anthropic: 'Anthropic',
    google: 'Google',
    'openai-compatible': 'OpenAI-kompatibler Server',
    embedded: 'Eingebaut',
  },
  model: 'Modell',
  modelHelp: 'Der Name, den der Anbieter verwendet, zum Beispiel gpt-4.1-mini.',
  baseUrl: 'Adresse',
  baseUrlHelp: 'Nur bei einem anderen Server als dem des Anbieters.',
  key: 'API-Schlüssel',
  keyHelp: 'Wird verschlüsselt und nie wieder angezeigt.',
  keyKept: 'Ein Schlüssel ist gespeichert. Lassen Sie das Feld leer, um ihn zu behalten.',
  keyState: (has) => (has ? 'Gespeichert' : 'Keiner'),
  temperature: 'Temperatur',
  maxOutputTokens: 'Ausgabegrenze (Tokens)',
  price: 'Preis pro Million Tokens',
  pricePerMillion: 'Preis pro Million Tokens (optional)',
  inputPrice: 'Eingabe',
  outputPrice: 'Ausgabe',
  currency: 'Währung',
  priceOf: (price) =>
    price
      ? `Eingabe ${formatNumber(price.inputPerMillion)}, Ausgabe ${formatNumber(price.outputPerMillion)} (${price.currency})`
      : 'Kein Preis',
  test: 'Testen',
  testOf: (name) => `„${name}“ testen`,
  answered: (name, milliseconds) => `„${name}“ hat in ${formatNumber(milliseconds)} ms geantwortet`,
  failed: (name) => `„${name}“ hat nicht geantwortet`,
  remove: 'Löschen',
  removeOf: (name) => `„${name}“ löschen`,
  removeTitle: (name) => `„${name}“ löschen?`,
  removeText: 'Auch der Schlüssel wird gelöscht. Ein Modell, das ein Agent verwendet, kann nicht gelöscht werden.',
  removed: (name) => `„${name}“ gelöscht`,
  embeddedTitle: 'Das eingebaute Modell antwortet',
  embeddedText:
    'Es gibt einfache Antworten aus Fakten und Wissen, ohne Sprachmodell. Fügen Sie für echte Gespräche unter „Einstellungen“, „Modelle“ ein Modell hinzu.',
  tab: 'Modell',
  tabLead: 'Welches Modell antwortet, was geschieht, wenn es ausfällt, und wie viel es kosten darf.',
  answers: (model) =>
    model && model.provider !== 'embedded' ? `${model.name ?? model.id} antwortet` : 'Das eingebaute Modell antwortet',
  answersText: 'Dieses Modell wird zuerst gefragt. Fällt es aus, folgen die Ersatzmodelle der Reihe nach.',
  main: 'Modell',
  mainHelp: 'Leer: das Modell der Installation.',
  fallbacks: 'Ersatzmodelle',
  fallbacksHelp: 'Werden in dieser Reihenfolge gefragt, wenn ein Aufruf fehlschlägt. Höchstens drei.',
  judge: 'Modell zum Bewerten von Tests und Zielen',
  author: 'Modell zum Schreiben von Abläufen und Testfällen',
  budget: 'Budget',
  budgetPer: 'Budget pro',
  noBudget: 'Kein Budget',
  periods: [
    { value: 'day', label: 'Tag (UTC)' },
    { value: 'month', label: 'Monat (UTC)' },
  ],
  amount: 'Betrag',
  whenSpent: 'Wenn es aufgebraucht ist',
  whenSpentWays: [
    { value: 'warn', label: 'Nur warnen' },
    { value: 'fallback', label: 'Ersatzmodelle verwenden' },
    { value: 'embedded', label: 'Eingebautes Modell verwenden' },
  ],
  costs: 'Kosten der letzten 30 Tage',
  noCosts: 'Noch keine Modellaufrufe.',
  groupBy: 'Kosten gruppieren nach',
  groupings: {
    day: { label: 'Nach Tag', column: 'Tag (UTC)' },
    model: { label: 'Nach Modell', column: 'Modell' },
    playbook: { label: 'Nach Playbook', column: 'Playbook' },
  },
  calls: 'Aufrufe',
  inputTokens: 'Eingabe-Tokens',
  outputTokens: 'Ausgabe-Tokens',
  cost: 'Kosten',
  count: (value) => formatNumber(value),
  costOf: (cost) => (cost ? formatAmount(cost) : 'Kein Preis'),
  spentOf: ({ spent, amount, currency, per }) =>
    `${formatAmount({ amount: spent, currency })} von ${formatAmount({ amount, currency })} verbraucht, ${inThisPeriod[per] ?? per}.`,
}
