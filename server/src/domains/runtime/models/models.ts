import type { ModelChoice, ModelChoices } from '../../../platform/model-choice.ts'
import type { World } from '../../../platform/world.ts'
import type { ModelCallChoice } from '../../models/index.ts'
import { createEmbeddedModel } from './embedded/index.ts'
import type { Model } from './model.ts'

/** `author` is undefined with the embedded model, which cannot write flows or test cases. */
export type Models = { turn: Model; judge: Model; author: AuthorModelFactory | undefined }
/** Returns the default model, or another of the same provider by name; undefined for another provider's model. */
export type AuthorModelFactory = (named?: string) => Model | undefined
type ModelDeps = Pick<World, 'fetch' | 'now'>

/** Used by every process that calls models, server or worker. */
export function createModels(choices: ModelChoices, reach: ModelDeps): Models {
  return {
    turn: createModel(choices.turn, reach),
    judge: createModel(choices.judge, reach),
    author: choices.author.provider === 'embedded' ? undefined : createAuthorFactory(choices.author, reach),
  }
}

export function createAuthorFactory(choice: ModelCallChoice, reach: ModelDeps): AuthorModelFactory {
  return (named = choice.model) => {
    const [provider, model] = named.includes(':') ? splitAt(named, named.indexOf(':')) : [choice.provider, named]
    return provider === choice.provider && model ? createModel({ ...choice, model }, reach) : undefined
  }
}

const splitAt = (text: string, at: number): [string, string] => [text.slice(0, at), text.slice(at + 1)]

function createModel(choice: ModelChoice, reach: ModelDeps): Model {
  return choice.provider === 'embedded' ? createEmbeddedModel() : createLazyModel(choice, reach)
}

/** Loads the providers' packages lazily: it takes 200 ms, which a process without such a model saves. */
export function createLazyModel(choice: ModelCallChoice, reach: ModelDeps): Model {
  let loading: Promise<Model> | undefined
  const load = async (): Promise<Model> => (await import('./provider-model.ts')).createProviderModel(choice, reach)
  return {
    name: { provider: choice.provider, model: choice.model },
    answer: async (ask) => {
      loading ??= load()
      return (await loading).answer(ask)
    },
  }
}
