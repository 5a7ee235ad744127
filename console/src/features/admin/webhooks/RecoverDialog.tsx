import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { strings } from '#i18n/admin.ts'
import { useOrg } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { ErrorAlert } from '../../../components/ErrorAlert.tsx'
import { notify } from '../../../components/notify.tsx'
import { toDayField } from '../keys/key-expiry.ts'
import { useFormRefusal } from '../useFormRefusal.ts'
import type { Webhook } from './webhook-state.ts'

const { webhooks: redeliverDialogTexts } = strings
const dayMs = 86_400_000

/** Sends again all that has failed for good since a moment. */
export function RedeliverDialog({ webhook, close }: { webhook: Webhook; close: () => void }) {
  const org = useOrg()
  const queries = useQueryClient()
  const [since, setSince] = useState(() => `${toDayField(new Date(Date.now() - dayMs).toISOString())}T00:00`)
  const recovering = useMutation({
    mutationFn: () => {
      const body = { since: new Date(since).toISOString() }
      return org.api.post('/webhooks/{webhookId}/_recover', { path: { webhookId: webhook.id }, body })
    },
    onSuccess: ({ count }) => {
      void queries.invalidateQueries({ queryKey: org.key('webhooks') })
      notify.success(redeliverDialogTexts.recovered(count))
      close()
    },
  })
  const refused = useFormRefusal(recovering.error, ['since'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    recovering.mutate()
  }
  return (
    <Dialog onClose={close} title={redeliverDialogTexts.recoverTitle}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{redeliverDialogTexts.recoverText}</Text>
          {refused.other && <ErrorAlert error={refused.other} />}
          <TextInput
            type="datetime-local"
            label={redeliverDialogTexts.recoverSince}
            required
            data-autofocus
            value={since}
            onChange={(event) => setSince(event.currentTarget.value)}
            error={refused.fields.since}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {strings.cancel}
            </Button>
            <Button type="submit" loading={recovering.isPending}>
              {redeliverDialogTexts.recoverNow}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
