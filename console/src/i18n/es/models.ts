import type { strings as english } from '../en/models.ts'
import type { Translation } from '../translation.ts'
import { formatNumber, language } from './numbers.ts'

const formatAmount = ({ amount, currency }: { amount: number; currency: string }): string =>
  `${new Intl.NumberFormat(language, { maximumFractionDigits: 4 }).format(amount)} ${currency}`

const formatPrice = (value: number): string => value.toLocaleString(language, { maximumFractionDigits: 6 })

export const strings: Translation<typeof english> = {
  title: 'Modelos',
  lead: 'Los modelos de lenguaje que pueden usar los agentes de esta organización. Cada agente elige el suyo en Plantillas y herramientas, Modelo.',
  add: 'Añadir modelo',
  addTitle: 'Añadir un modelo',
  editTitle: (name) => `Editar ${name}`,
  edit: 'Editar',
  editOf: (name) => `Editar ${name}`,
  id: 'ID',
  idHelp: 'Letras minúsculas, dígitos y guiones; por ejemplo, fast.',
  name: 'Nombre',
  provider: 'Proveedor',
  providers: {
    openai: 'OpenAI',
    anthropic: 'Anthropic',
    google: 'Google',
    'openai-compatible': 'Servidor compatible con OpenAI',
    embedded: 'Integrado',
  },
  model: 'Modelo',
  modelHelp: 'El nombre que usa el proveedor; por ejemplo, gpt-4.1-mini.',
  baseUrl: 'Dirección',
  baseUrlHelp: 'Solo si no es el servidor del propio proveedor.',
  key: 'Clave de API',
  keyHelp: 'Se cifra y no se vuelve a mostrar.',
  keyKept: 'Hay una clave guardada. Deja este campo vacío para conservarla.',
  keyState: (has) => (has ? 'Guardada' : 'Ninguna'),
  temperature: 'Temperatura',
  maxOutputTokens: 'Límite de salida (tokens)',
  price: 'Precio por millón de tokens',
  pricePerMillion: 'Precio por millón de tokens (opcional)',
  inputPrice: 'Entrada',
  outputPrice: 'Salida',
  currency: 'Moneda',
  priceOf: (price) =>
    price
      ? `${formatPrice(price.inputPerMillion)} de entrada, ${formatPrice(price.outputPerMillion)} de salida (${price.currency})`
      : 'Sin precio',
  test: 'Probar',
  testOf: (name) => `Probar ${name}`,
  answered: (name, milliseconds) => `${name} respondió en ${formatNumber(milliseconds)} ms`,
  failed: (name) => `${name} no respondió`,
  remove: 'Eliminar',
  removeOf: (name) => `Eliminar ${name}`,
  removeTitle: (name) => `¿Eliminar ${name}?`,
  removeText: 'También se elimina su clave. Un modelo que usa un agente no se puede eliminar.',
  removed: (name) => `Se eliminó ${name}`,
  embeddedTitle: 'Responde el modelo integrado',
  embeddedText:
    'Da respuestas sencillas a partir de datos y conocimiento, sin un modelo de lenguaje. Para conversaciones reales, añade un modelo en Ajustes, Modelos.',
  tab: 'Modelo',
  tabLead: 'Qué modelo responde, qué ocurre cuando falla y cuánto puede costar.',
  answers: (model) =>
    model && model.provider !== 'embedded' ? `Responde ${model.name ?? model.id}` : 'Responde el modelo integrado',
  answersText: 'Es el primer modelo que se consulta. Si falla, se consultan las alternativas en su orden.',
  main: 'Modelo',
  mainHelp: 'Vacío: el modelo de la instalación.',
  fallbacks: 'Alternativas',
  fallbacksHelp: 'Se consultan en este orden cuando falla una llamada. Como máximo, tres.',
  judge: 'Modelo para evaluar pruebas y metas',
  author: 'Modelo para escribir flujos y casos de prueba',
  budget: 'Presupuesto',
  budgetPer: 'Presupuesto por',
  noBudget: 'Sin presupuesto',
  periods: [
    { value: 'day', label: 'Día (UTC)' },
    { value: 'month', label: 'Mes (UTC)' },
  ],
  amount: 'Importe',
  whenSpent: 'Cuando se agota',
  whenSpentWays: [
    { value: 'warn', label: 'Solo avisar' },
    { value: 'fallback', label: 'Usar las alternativas' },
    { value: 'embedded', label: 'Usar el modelo integrado' },
  ],
  costs: 'Costos de los últimos 30 días',
  noCosts: 'Aún no hay llamadas a ningún modelo.',
  groupBy: 'Agrupar los costos por',
  groupings: {
    day: { label: 'Por día', column: 'Día (UTC)' },
    model: { label: 'Por modelo', column: 'Modelo' },
    playbook: { label: 'Por guion', column: 'Guion' },
  },
  calls: 'Llamadas',
  inputTokens: 'Tokens de entrada',
  outputTokens: 'Tokens de salida',
  cost: 'Costo',
  count: formatNumber,
  costOf: (cost) => (cost ? formatAmount(cost) : 'Sin precio'),
  spentOf: ({ spent, amount, currency, per }) =>
    `Gastado ${per === 'day' ? 'hoy' : 'este mes'}: ${formatAmount({ amount: spent, currency })} de ${formatAmount({ amount, currency })}.`,
}
