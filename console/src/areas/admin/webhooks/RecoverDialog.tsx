import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { words } from '#words/admin.ts'
import { useOrg } from '../../../app/org.ts'
import { Dialog } from '../../../parts/Dialog.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { tell } from '../../../parts/tell.tsx'
import { dayOf } from '../keys/expiry.ts'
import { useRefusal } from '../refusals.ts'
import type { Webhook } from './state.ts'

const { webhooks: said } = words
const dayMs = 86_400_000

/** Sends again all that has failed for good since a moment. */
export function RecoverDialog({ webhook, close }: { webhook: Webhook; close: () => void }) {
  const org = useOrg()
  const queries = useQueryClient()
  const [since, setSince] = useState(() => `${dayOf(new Date(Date.now() - dayMs).toISOString())}T00:00`)
  const recovering = useMutation({
    mutationFn: () => {
      const body = { since: new Date(since).toISOString() }
      return org.api.post('/webhooks/{webhookId}/_recover', { path: { webhookId: webhook.id }, body })
    },
    onSuccess: ({ count }) => {
      void queries.invalidateQueries({ queryKey: org.key('webhooks') })
      tell.done(said.recovered(count))
      close()
    },
  })
  const refused = useRefusal(recovering.error, ['since'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    recovering.mutate()
  }
  return (
    <Dialog onClose={close} title={said.recoverTitle}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{said.recoverText}</Text>
          {refused.other && <Trouble error={refused.other} />}
          <TextInput
            type="datetime-local"
            label={said.recoverSince}
            required
            data-autofocus
            value={since}
            onChange={(event) => setSince(event.currentTarget.value)}
            error={refused.fields.since}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.cancel}
            </Button>
            <Button type="submit" loading={recovering.isPending}>
              {said.recoverNow}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
