import { type ModelChoice, type ModelChoices, parseModelChoice } from '../../../platform/model-choice.ts'
import type { World } from '../../../platform/world.ts'
import type { ModelCallChoice } from '../../models/index.ts'
import { createEmbeddedModel } from './embedded/embedded-model.ts'
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
  return (named = `${choice.provider}:${choice.model}`) => {
    // A name without a provider is a model of this one; it may contain a colon itself (`llama3.1:8b`).
    const parsed = parseModelChoice(named)
    const wanted = 'wrong' in parsed ? { provider: choice.provider, model: named } : parsed
    if (wanted.provider !== choice.provider || !wanted.model) return undefined
    return createModel({ ...choice, model: wanted.model }, reach)
  }
}

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
