import { useMutation } from '@tanstack/react-query'
import { strings } from '#i18n/agent.ts'
import { notify } from '../../../components/notify.tsx'
import { useInvalidateAgent } from '../../../components/section/useInvalidateAgent.ts'

type NamedTemplate = { id: string; name: string }

/** Applies a template through `send`, then refetches the agent. */
export function useApplyTemplate(send: (templateId: string) => Promise<unknown>, after: () => void) {
  const changed = useInvalidateAgent()
  return useMutation({
    mutationFn: ({ id }: NamedTemplate) => send(id),
    onSuccess: async (_, { name }) => {
      await changed()
      after()
      notify.success(strings.gallery.taken(name))
    },
    onError: notify.error,
  })
}
