import { Button, NumberInput, Select, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Schema } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { strings } from '#i18n/versions.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { FormActions } from '../../../components/FormActions.tsx'
import { ErrorAlert } from '../../../components/PageStates.tsx'
import { channelChoices } from '../../tests/shared/channels.ts'
import { useDrafts } from '../versions-data.ts'

const { replays: texts } = strings
const live = 'live'
const spans = [1, 7, 30]
const dayMs = 86_400_000

type Form = { target: string; days: string; limit: number | string; channel: string | null }

/** Chooses the sessions and who answers them, starts the replay and opens it. */
export function StartReplay({ draftId, close }: { draftId?: string; close: () => void }) {
  const agent = useAgent()
  const { data: drafts = [] } = useDrafts(agent.id)
  const form = useForm<Form>({ initialValues: { target: draftId ?? live, days: '7', limit: 100, channel: null } })
  const start = useStartReplay(close)
  const targets = [
    { value: live, label: texts.live },
    ...drafts.map(({ id, name }) => ({ value: id, label: texts.draft(name) })),
  ]
  return (
    <Dialog onClose={close} title={texts.startTitle}>
      <form onSubmit={form.onSubmit((values) => start.mutate(values))}>
        <Stack>
          <Text size="sm">{texts.lead}</Text>
          <Select label={texts.who} data={targets} allowDeselect={false} {...form.getInputProps('target')} />
          <Select
            label={texts.days}
            data={spans.map((days) => ({ value: String(days), label: texts.day(days) }))}
            allowDeselect={false}
            {...form.getInputProps('days')}
          />
          <NumberInput label={texts.limit} min={1} max={1000} allowDecimal={false} {...form.getInputProps('limit')} />
          <Select
            label={texts.channel}
            placeholder={texts.anyChannel}
            data={channelChoices}
            clearable
            {...form.getInputProps('channel')}
          />
          {start.error && <ErrorAlert error={start.error} />}
          <FormActions>
            <Button variant="default" onClick={close}>
              {strings.cancel}
            </Button>
            <Button type="submit" loading={start.isPending} disabled={form.getValues().limit === ''}>
              {texts.start}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Dialog>
  )
}

function useStartReplay(close: () => void) {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const params = useRouteIds()
  return useMutation({
    mutationFn: ({ target, days, limit, channel }: Form) => {
      const now = Date.now()
      const body: Schema<'ReplayBody'> = {
        start: new Date(now - Number(days) * dayMs).toISOString(),
        end: new Date(now).toISOString(),
        limit: Number(limit),
        ...(channel && { channel: channel as NonNullable<Schema<'ReplayBody'>['channel']> }),
        ...(target !== live && { draftId: target }),
      }
      return agent.api.post('/replays', { body })
    },
    onSuccess: async ({ id }) => {
      close()
      void queries.invalidateQueries({ queryKey: agent.key('replays') })
      await navigate({ to: '/orgs/$org/agents/$agent/versions/replays/$replayId', params: { ...params, replayId: id } })
    },
  })
}
