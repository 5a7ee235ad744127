import type { strings as english } from '../en/models.ts'
import type { Translation } from '../translation.ts'
import { formatNumber, language } from './numbers.ts'

const formatAmount = ({ amount, currency }: { amount: number; currency: string }): string =>
  `${new Intl.NumberFormat(language, { maximumFractionDigits: 4 }).format(amount)} ${currency}`

const formatPrice = (price: number): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 6 }).format(price)

const periods: Record<string, string> = { day: 'aujourd’hui', month: 'ce mois-ci' }

export const strings: Translation<typeof english> = {
  title: 'Modèles d’IA',
  lead: 'Les modèles d’IA que les agents de cette organisation peuvent utiliser. Chaque agent choisit le sien sous Modèles et outils, Modèle d’IA.',
  add: 'Ajouter un modèle',
  addTitle: 'Ajouter un modèle d’IA',
  editTitle: (name) => `Modifier ${name}`,
  edit: 'Modifier',
  editOf: (name) => `Modifier ${name}`,
  id: 'ID',
  idHelp: 'Lettres minuscules, chiffres et traits d’union, par exemple fast.',
  name: 'Nom',
  provider: 'Fournisseur',
  providers: {
    openai: 'OpenAI',
    anthropic: 'Anthropic',
    google: 'Google',
    'openai-compatible': 'Serveur compatible OpenAI',
    embedded: 'Intégré',
  },
  model: 'Modèle',
  modelHelp: 'Le nom utilisé par le fournisseur, par exemple gpt-4.1-mini.',
  baseUrl: 'Adresse',
  baseUrlHelp: 'Seulement pour un autre serveur que celui du fournisseur.',
  key: 'Clé API',
  keyHelp: 'Chiffrée, et plus jamais affichée.',
  keyKept: 'Une clé est enregistrée. Laissez vide pour la garder.',
  keyState: (has) => (has ? 'Enregistrée' : 'Aucune'),
  temperature: 'Température',
  maxOutputTokens: 'Limite de sortie (jetons)',
  price: 'Prix par million de jetons',
  pricePerMillion: 'Prix par million de jetons (facultatif)',
  inputPrice: 'Entrée',
  outputPrice: 'Sortie',
  currency: 'Devise',
  priceOf: (price) =>
    price
      ? `${formatPrice(price.inputPerMillion)} en entrée, ${formatPrice(price.outputPerMillion)} en sortie (${price.currency})`
      : 'Aucun prix',
  test: 'Tester',
  testOf: (name) => `Tester ${name}`,
  answered: (name, milliseconds) => `${name} a répondu en ${formatNumber(milliseconds)} ms`,
  failed: (name) => `${name} n’a pas répondu`,
  remove: 'Supprimer',
  removeOf: (name) => `Supprimer ${name}`,
  removeTitle: (name) => `Supprimer ${name} ?`,
  removeText: 'Sa clé est supprimée aussi. Un modèle utilisé par un agent ne peut pas être supprimé.',
  removed: (name) => `Modèle supprimé : ${name}`,
  embeddedTitle: 'Le modèle intégré répond',
  embeddedText:
    'Il donne des réponses simples à partir des questions-réponses et des connaissances, sans modèle d’IA. Pour de vraies conversations, ajoutez un modèle sous Paramètres, Modèles d’IA.',
  tab: 'Modèle d’IA',
  tabLead: 'Quel modèle répond, ce qui se passe s’il échoue, et combien il peut coûter.',
  answers: (model) =>
    model && model.provider !== 'embedded' ? `${model.name ?? model.id} répond` : 'Le modèle intégré répond',
  answersText: 'C’est le premier modèle interrogé. S’il échoue, les modèles de secours le sont dans leur ordre.',
  main: 'Modèle',
  mainHelp: 'Vide : le modèle de l’installation.',
  fallbacks: 'Modèles de secours',
  fallbacksHelp: 'Interrogés dans cet ordre quand un appel échoue. Trois au plus.',
  judge: 'Modèle qui évalue les tests et les objectifs',
  author: 'Modèle qui écrit les parcours et les cas de test',
  budget: 'Budget',
  budgetPer: 'Budget par',
  noBudget: 'Aucun budget',
  periods: [
    { value: 'day', label: 'Jour (UTC)' },
    { value: 'month', label: 'Mois (UTC)' },
  ],
  amount: 'Montant',
  whenSpent: 'Une fois dépensé',
  whenSpentWays: [
    { value: 'warn', label: 'Avertir seulement' },
    { value: 'fallback', label: 'Utiliser les modèles de secours' },
    { value: 'embedded', label: 'Utiliser le modèle intégré' },
  ],
  costs: 'Coûts des 30 derniers jours',
  noCosts: 'Aucun appel à l’IA pour l’instant.',
  groupBy: 'Grouper les coûts par',
  groupings: {
    day: { label: 'Par jour', column: 'Jour (UTC)' },
    model: { label: 'Par modèle', column: 'Modèle' },
    playbook: { label: 'Par scénario', column: 'Scénario' },
  },
  calls: 'Appels',
  inputTokens: 'Jetons en entrée',
  outputTokens: 'Jetons en sortie',
  cost: 'Coût',
  count: (value) => formatNumber(value),
  costOf: (cost) => (cost ? formatAmount(cost) : 'Aucun prix'),
  spentOf: ({ spent, amount, currency, per }) =>
    `${formatAmount({ amount: spent, currency })} dépensés ${periods[per] ?? per} sur ${formatAmount({ amount, currency })}.`,
}
