import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { strings } from '#i18n/setup.ts'
import { useGateway } from '../../../api/lookups.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import { CopyField } from '../../../components/CopyField.tsx'
import { askConfirmation } from '../../../components/confirm.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { notify } from '../../../components/notify.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'

const { gateway: texts } = strings
type Secret = 'accessToken' | 'signingSecret'

/** The address for the agent's own program, and its two credentials. */
export function GatewayPart() {
  const read = useGateway()
  if (read.error) return <ErrorAlert error={read.error} retry={read.refetch} />
  if (!read.data) return <Loading />
  return (
    <Stack maw={720}>
      <WebhookStatus gateway={read.data} />
      <Credential secret="accessToken" state={read.data.accessToken} labUrl={read.data.labUrl} />
      <Credential secret="signingSecret" state={read.data.signingSecret} />
    </Stack>
  )
}

function WebhookStatus({ gateway: { webhookUrl, instanceId } }: { gateway: Schema<'Gateway'> }) {
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Title order={2} size="h4">
          {webhookUrl ? texts.ownProgram : texts.parley}
        </Title>
        <Text size="sm">{webhookUrl ? texts.ownProgramText : texts.parleyText}</Text>
        {webhookUrl && <CopyField label={texts.webhook} value={webhookUrl} />}
        {instanceId && <CopyField label={texts.instance} value={instanceId} />}
        <Anchor href="/docs/gateway" target="_blank" size="sm">
          {texts.guide}
        </Anchor>
      </Stack>
    </Paper>
  )
}

type CredentialProps = { secret: Secret; state: Schema<'SecretState'>; labUrl?: string }

function Credential({ secret, state, labUrl }: CredentialProps) {
  const mayChange = useCan('editor')
  const { rotate, rotating, newSecret, close } = useRotateCredential(secret, state.set)
  const { title, text } = texts[secret]
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} flex={1} miw={240}>
          <Title order={2} size="h4">
            {title}
          </Title>
          <Text size="sm">{text}</Text>
          <Text size="sm" className="quiet">
            {state.set ? texts.set(state.last4) : texts.unset}
          </Text>
          {labUrl && (
            <Anchor href={labUrl} target="_blank" rel="noreferrer" size="sm">
              {texts.lab}
            </Anchor>
          )}
        </Stack>
        {mayChange && (
          <Button variant="default" onClick={rotate} loading={rotating}>
            {state.set ? texts.rotate : texts.make}
          </Button>
        )}
      </Group>
      <Dialog opened={newSecret !== undefined} onClose={close} title={texts.newSecretTitle(title)}>
        <Stack>
          <Text>{texts.newSecretText}</Text>
          <CopyField label={title} value={newSecret ?? ''} />
          <Button onClick={close}>{texts.confirmCopied}</Button>
        </Stack>
      </Dialog>
    </Paper>
  )
}

/** The value exists only in the response and is never cached. The first one replaces nothing, so nothing is asked. */
function useRotateCredential(secret: Secret, isSet: boolean) {
  const agent = useAgent()
  const queries = useQueryClient()
  const [newSecret, setShown] = useState<string>()
  const rotating = useMutation({
    mutationFn: async () =>
      secret === 'accessToken'
        ? (await agent.api.post('/gateway/_rotateAccessToken')).accessToken
        : (await agent.api.post('/gateway/_rotateSigningSecret')).signingSecret,
    onSuccess: (value) => {
      setShown(value)
      void queries.invalidateQueries({ queryKey: agent.key('gateway') })
    },
    onError: notify.error,
    gcTime: 0,
  })
  const { title, rotateText } = texts[secret]
  const rotate = async () => {
    const question = { title: texts.rotateTitle(title), text: rotateText, ok: texts.rotate, danger: true }
    if (!isSet || (await askConfirmation(question))) rotating.mutate()
  }
  const close = () => {
    setShown(undefined)
    rotating.reset()
  }
  return { rotate, rotating: rotating.isPending, newSecret, close }
}
