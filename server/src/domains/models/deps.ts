import type { ModelChoices, ProviderChoice } from '../../platform/model-choice.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import type { ModelTest } from './model.ts'
import type { ModelSource } from './plan.ts'

export type ModelRouteDeps = {
  keyring: Keyring
  /** The models of the installation. */
  choices: ModelChoices
  /** Plain http and private addresses are accepted where private networks may be called. */
  allowPrivateNetwork: boolean
  /** Asks a model a short question. Injected, because models may not import the runtime. */
  testModel(model: ModelSource): Promise<ModelTest>
}

/** How to call a model of a provider, with its settings. */
export type ModelCallChoice = ProviderChoice & { temperature?: number; maxOutputTokens?: number }
