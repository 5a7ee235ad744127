/** The language models of an installation, parsed from its settings. */

const keySettings = {
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  google: 'GOOGLE_GENERATIVE_AI_API_KEY',
  'openai-compatible': 'MODEL_API_KEY',
} as const
export type ModelProvider = keyof typeof keySettings
type KeySetting = (typeof keySettings)[ModelProvider]

/** `baseUrl`: overrides the provider's public URL. `key` is a secret. */
export type ProviderChoice = { provider: ModelProvider; model: string; baseUrl?: string; key?: string }
export type ModelChoice = { provider: 'embedded' } | ProviderChoice
export type ModelChoices = { turn: ModelChoice; judge: ModelChoice; author: ModelChoice }

export type ModelSettings = {
  MODEL: string
  JUDGE_MODEL?: string
  AUTHORING_MODEL?: string
  MODEL_BASE_URL?: string
} & { [Name in KeySetting]?: string }

type InvalidChoice = { wrong: string }
const modelSyntax = `${Object.keys(keySettings)
  .map((provider) => `${provider}:<model>`)
  .join(', ')} or embedded`

/**
 * Parses `anthropic:claude-sonnet-4-5`, `openai-compatible:llama3.1:8b` or `embedded`; returns an error sentence for
 * anything else.
 */
export function parseModelChoice(written: string): ModelChoice | InvalidChoice {
  const text = written.trim()
  if (text === 'embedded') return { provider: 'embedded' }
  const [, provider = '', model = ''] = /^([a-z-]+):(\S+)$/.exec(text) ?? []
  if (isProvider(provider)) return { provider, model }
  return { wrong: `must be ${modelSyntax}; got ${JSON.stringify(written)}` }
}

/** Resolves all three models with their URLs and keys, or returns an error sentence for the operator. */
export function resolveModelChoices(settings: ModelSettings): ModelChoices | InvalidChoice {
  const turn = resolveChoice('MODEL', settings.MODEL, settings)
  if ('wrong' in turn) return turn
  const judge = settings.JUDGE_MODEL === undefined ? turn : resolveChoice('JUDGE_MODEL', settings.JUDGE_MODEL, settings)
  if ('wrong' in judge) return judge
  const author =
    settings.AUTHORING_MODEL === undefined ? turn : resolveChoice('AUTHORING_MODEL', settings.AUTHORING_MODEL, settings)
  if ('wrong' in author) return author
  return withBaseUrl({ turn, judge, author }, settings.MODEL_BASE_URL)
}

function resolveChoice(name: string, written: string, settings: ModelSettings): ModelChoice | InvalidChoice {
  const choice = parseModelChoice(written)
  if ('wrong' in choice) return { wrong: `${name} ${choice.wrong}. Example: ${name}=anthropic:claude-sonnet-4-5` }
  if (choice.provider === 'embedded') return choice
  const key = settings[keySettings[choice.provider]]
  const compatible = choice.provider === 'openai-compatible'
  if (compatible && settings.MODEL_BASE_URL === undefined)
    return { wrong: `${name}=${written} needs MODEL_BASE_URL, for example http://127.0.0.1:11434/v1.` }
  if (!compatible && key === undefined) return { wrong: `${name}=${written} needs ${keySettings[choice.provider]}.` }
  return { ...choice, key }
}

/**
 * There is one MODEL_BASE_URL but there may be three providers: it applies to the openai-compatible one, which has no
 * default, or else to the first that is not embedded.
 */
function withBaseUrl(choices: ModelChoices, baseUrl: string | undefined): ModelChoices {
  const remote = Object.values(choices).filter((choice) => choice.provider !== 'embedded')
  const whose = (remote.find(({ provider }) => provider === 'openai-compatible') ?? remote[0])?.provider
  const withAddress = (choice: ModelChoice): ModelChoice =>
    choice.provider === 'embedded' || choice.provider !== whose || baseUrl === undefined
      ? choice
      : { ...choice, baseUrl }
  return { turn: withAddress(choices.turn), judge: withAddress(choices.judge), author: withAddress(choices.author) }
}

function isProvider(name: string): name is ModelProvider {
  return Object.hasOwn(keySettings, name)
}
