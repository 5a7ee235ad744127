import type { ModelChoice, ModelChoices, ProviderChoice } from '../../../platform/model-choice.ts'
import type { World } from '../../../platform/world.ts'
import { embeddedModel } from './embedded/index.ts'
import type { Model } from './model.ts'

/** `author` is absent with the embedded model, which writes no flows and no test cases. */
export type Models = { turn: Model; judge: Model; author: Author | undefined }
/** The usual one, or another of the same provider, by its name; undefined for one of another. */
type Author = (named?: string) => Model | undefined
type Reach = Pick<World, 'fetch' | 'now'>

/** The same in every process that asks models, whether it serves or works. */
export function modelsOf(choices: ModelChoices, reach: Reach): Models {
  return {
    turn: modelOf(choices.turn, reach),
    judge: modelOf(choices.judge, reach),
    author: choices.author.provider === 'embedded' ? undefined : authorOf(choices.author, reach),
  }
}

function authorOf(choice: ProviderChoice, reach: Reach): Author {
  return (named = choice.model) => {
    const [provider, model] = named.includes(':') ? splitAt(named, named.indexOf(':')) : [choice.provider, named]
    return provider === choice.provider && model ? modelOf({ ...choice, model }, reach) : undefined
  }
}

const splitAt = (text: string, at: number): [string, string] => [text.slice(0, at), text.slice(at + 1)]

function modelOf(choice: ModelChoice, reach: Reach): Model {
  return choice.provider === 'embedded' ? embeddedModel() : loadedLater(choice, reach)
}

/** The providers' packages take a fifth of a second to load, which a process without such a model is spared. */
function loadedLater(choice: ProviderChoice, reach: Reach): Model {
  let loading: Promise<Model> | undefined
  const load = async (): Promise<Model> => (await import('./provider-model.ts')).providerModel(choice, reach)
  return {
    name: { provider: choice.provider, model: choice.model },
    answer: async (ask) => {
      loading ??= load()
      return (await loading).answer(ask)
    },
  }
}
