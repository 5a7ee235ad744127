import type { UseFormReturnType } from '@mantine/form'
import { Invalid, type Schema } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAgent } from '../../../app/current-org.ts'
import { errorsByPath } from '../../../components/editor/field-path.ts'
import { notify } from '../../../components/notify.tsx'
import type { ChannelBinding } from '../data.ts'
import { type SetupFormValues, toSetupField } from '../setup/form-values.ts'

type Patch = Schema<'ChannelBindingPatch'>

/** Submits credentials or inputs; validation errors appear next to their fields. */
export function usePatchBinding(
  { id: bindingId }: ChannelBinding,
  form: UseFormReturnType<SetupFormValues>,
  done: string,
) {
  const agent = useAgent()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Patch) => agent.api.patch('/channels/{bindingId}', { path: { bindingId }, body }),
    onSuccess: () => {
      notify.success(done)
      return queries.invalidateQueries({ queryKey: agent.key('channels') })
    },
    onError: (error) => {
      if (error instanceof Invalid) form.setErrors(errorsByPath(error.errors, toSetupField))
    },
  })
}
