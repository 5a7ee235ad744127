import { problem } from '../../../platform/http/problem.ts'
import type { World } from '../../../platform/world.ts'
import type { AgentDeps } from '../../agents/index.ts'
import { ModelError } from '../models/model.ts'
import type { Models } from '../models/models.ts'
import { authorFlow } from './author-flow.ts'

/** Longer than three attempts of a slow model take. */
const maxMilliseconds = 180_000

/** Handler of `flow:generate`; undefined when no authoring model is configured. */
export function createFlowAuthor({ author }: Models, world: World): AgentDeps['generateFlow'] {
  if (!author) return undefined
  return async (wish, named) => {
    const model = author(named)
    if (!model) {
      throw problem('request.malformed', 400, { detail: 'model must be a model of the provider in AUTHORING_MODEL' })
    }
    const signal = AbortSignal.timeout(maxMilliseconds)
    try {
      return await authorFlow(wish, { model, now: world.now(), signal })
    } catch (error) {
      if (error instanceof ModelError || signal.aborted) throw problem('agent.flow.authoring_unreachable', 502)
      throw error
    }
  }
}
