import type { UseFormReturnType } from '@mantine/form'
import { Invalid, type Schema } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAgent } from '../../../app/org.ts'
import { errorsByPath } from '../../../parts/editor/field-path.ts'
import { tell } from '../../../parts/tell.tsx'
import type { Binding } from '../data.ts'
import { fieldOfRefusal, type Values } from '../setup/form-values.ts'

type Patch = Schema<'ChannelBindingPatch'>

/** Hands in credentials or inputs; what is refused stands beside its field. */
export function usePatch({ id: bindingId }: Binding, form: UseFormReturnType<Values>, done: string) {
  const agent = useAgent()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Patch) => agent.api.patch('/channels/{bindingId}', { path: { bindingId }, body }),
    onSuccess: () => {
      tell.done(done)
      return queries.invalidateQueries({ queryKey: agent.key('channels') })
    },
    onError: (error) => {
      if (error instanceof Invalid) form.setErrors(errorsByPath(error.errors, fieldOfRefusal))
    },
  })
}
