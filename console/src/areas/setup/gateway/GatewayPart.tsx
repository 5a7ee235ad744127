import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { words } from '#words/setup.ts'
import { useAgent, useCan } from '../../../app/org.ts'
import { CopyField } from '../../../parts/CopyField.tsx'
import { confirm } from '../../../parts/confirm.tsx'
import { Dialog } from '../../../parts/Dialog.tsx'
import { Loading } from '../../../parts/Loading.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { tell } from '../../../parts/tell.tsx'

const { gateway: said } = words
type Secret = 'accessToken' | 'signingSecret'

/** Where the agent's own program connects, and the two credentials of it. */
export function GatewayPart() {
  const agent = useAgent()
  const read = useQuery({
    queryKey: agent.key('gateway'),
    queryFn: ({ signal }) => agent.api.get('/gateway', { signal }),
  })
  if (read.error) return <Trouble error={read.error} retry={read.refetch} />
  if (!read.data) return <Loading />
  return (
    <Stack maw={720}>
      <Answering gateway={read.data} />
      <Credential secret="accessToken" state={read.data.accessToken} />
      <Credential secret="signingSecret" state={read.data.signingSecret} />
    </Stack>
  )
}

function Answering({ gateway: { webhookUrl, instanceId } }: { gateway: Schema<'Gateway'> }) {
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Title order={2} size="h4">
          {webhookUrl ? said.ownProgram : said.parley}
        </Title>
        <Text size="sm">{webhookUrl ? said.ownProgramText : said.parleyText}</Text>
        {webhookUrl && <CopyField label={said.webhook} value={webhookUrl} />}
        {instanceId && <CopyField label={said.instance} value={instanceId} />}
        <Anchor href="/docs/gateway" target="_blank" size="sm">
          {said.guide}
        </Anchor>
      </Stack>
    </Paper>
  )
}

function Credential({ secret, state }: { secret: Secret; state: Schema<'SecretState'> }) {
  const mayChange = useCan('editor')
  const { rotate, rotating, shown, close } = useRotation(secret)
  const { title, text } = said[secret]
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} flex={1} miw={240}>
          <Title order={2} size="h4">
            {title}
          </Title>
          <Text size="sm">{text}</Text>
          <Text size="sm" className="quiet">
            {state.set ? said.set(state.last4) : said.unset}
          </Text>
        </Stack>
        {mayChange && (
          <Button variant="default" onClick={rotate} loading={rotating}>
            {state.set ? said.rotate : said.make}
          </Button>
        )}
      </Group>
      <Dialog opened={shown !== undefined} onClose={close} title={said.once(title)}>
        <Stack>
          <Text>{said.onceText}</Text>
          <CopyField label={title} value={shown ?? ''} />
          <Button onClick={close}>{said.kept}</Button>
        </Stack>
      </Dialog>
    </Paper>
  )
}

/** The value is in the answer alone, and in nothing that is kept. */
function useRotation(secret: Secret) {
  const agent = useAgent()
  const queries = useQueryClient()
  const [shown, setShown] = useState<string>()
  const rotating = useMutation({
    mutationFn: async () =>
      secret === 'accessToken'
        ? (await agent.api.post('/gateway/_rotateAccessToken')).accessToken
        : (await agent.api.post('/gateway/_rotateSigningSecret')).signingSecret,
    onSuccess: (value) => {
      setShown(value)
      void queries.invalidateQueries({ queryKey: agent.key('gateway') })
    },
    onError: tell.failed,
    gcTime: 0,
  })
  const { title, rotateText } = said[secret]
  const rotate = async () => {
    if (await confirm({ title: said.rotateTitle(title), text: rotateText, ok: said.rotate, danger: true }))
      rotating.mutate()
  }
  const close = () => {
    setShown(undefined)
    rotating.reset()
  }
  return { rotate, rotating: rotating.isPending, shown, close }
}
