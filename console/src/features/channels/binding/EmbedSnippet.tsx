import { Anchor, Button, Code, CopyButton, Group, SegmentedControl, Stack, Switch, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { strings } from '#i18n/channels.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import { CopyField } from '../../../components/CopyField.tsx'
import { askConfirmation } from '../../../components/confirm.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { notify } from '../../../components/notify.tsx'
import type { ChannelBinding } from '../data.ts'
import { BindingSection } from './BindingSection.tsx'

/** Returns the public address of the gateway: the part of the callback URL before this binding's path. */
export const gatewayOriginOf = ({ id, callbackUrl }: Pick<ChannelBinding, 'id' | 'callbackUrl'>): string =>
  callbackUrl.slice(0, -`/providers/${id}`.length)

type WidgetLook = { position: 'right' | 'left' | 'page'; open: boolean }

export function embedCode(gateway: string, bindingId: string, { position, open }: WidgetLook): string {
  const attributes = [
    `src="${gateway}/webchat.js"`,
    `data-binding="${bindingId}"`,
    ...(position === 'right' ? [] : [`data-position="${position}"`]),
    ...(open ? ['data-open'] : []),
    'async',
  ]
  return `<script ${attributes.join(' ')}></script>`
}

const { embed: texts } = strings
const positions = (['right', 'left', 'page'] as const).map((value) => ({ value, label: texts.positions[value] }))

/** The embed code to copy, and a page to try it on. */
export function EmbedSnippet({ binding }: { binding: ChannelBinding }) {
  const url = gatewayOriginOf(binding)
  const [look, setLook] = useState<WidgetLook>({ position: 'right', open: false })
  const code = embedCode(url, binding.id, look)
  return (
    <BindingSection title={texts.title} text={texts.text}>
      <Group>
        <SegmentedControl
          aria-label={texts.position}
          data={positions}
          value={look.position}
          onChange={(position) => setLook({ ...look, position: position as WidgetLook['position'] })}
        />
        <Switch
          label={texts.open}
          checked={look.open}
          onChange={(event) => setLook({ ...look, open: event.currentTarget.checked })}
        />
      </Group>
      <Code block tabIndex={0} role="group" aria-label={texts.code} style={{ whiteSpace: 'pre-wrap' }}>
        {code}
      </Code>
      <Group>
        <CopyButton value={code}>
          {({ copied, copy }) => (
            <Button
              leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              onClick={copy}
            >
              {copied ? texts.copied : texts.copy}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          component="a"
          href={`${url}/chat/${binding.id}`}
          target="_blank"
          rel="noreferrer"
          rightSection={<IconExternalLink size={16} aria-hidden />}
        >
          {texts.try}
        </Button>
      </Group>
      <Stack gap={2}>
        {binding.status !== 'Active' && <Text size="sm">{texts.closed}</Text>}
        <Anchor href="/docs/webchat" target="_blank" size="sm">
          {texts.guide}
        </Anchor>
      </Stack>
    </BindingSection>
  )
}

const { identity: identityTexts } = strings

/** The secret with which the site signs the ids of its users. Its value exists only in one response. */
export function IdentitySecretSection({ binding }: { binding: ChannelBinding }) {
  const mayChange = useCan('editor')
  const { secret, issue, isIssuing, forget } = useIssueIdentitySecret(binding)
  const state = binding.webchat?.identitySecret
  return (
    <BindingSection title={identityTexts.title} text={identityTexts.text}>
      <Group justify="space-between">
        <Text size="sm" className="quiet">
          {state?.set ? identityTexts.set(state.last4) : identityTexts.unset}
        </Text>
        {mayChange && (
          <Button variant="default" onClick={issue} loading={isIssuing}>
            {state?.set ? identityTexts.replace : identityTexts.create}
          </Button>
        )}
      </Group>
      <Anchor href="/docs/webchat#visitors-who-are-signed-in" target="_blank" size="sm">
        {identityTexts.guide}
      </Anchor>
      <Dialog opened={secret !== undefined} onClose={forget} title={identityTexts.newTitle}>
        <Stack>
          <Text>{identityTexts.newText}</Text>
          <CopyField label={identityTexts.label} value={secret ?? ''} />
          <Button onClick={forget}>{identityTexts.copied}</Button>
        </Stack>
      </Dialog>
    </BindingSection>
  )
}

/** A replaced secret works for another day, so that the site can change its own in the meantime. */
const overlapMinutes = 24 * 60

function useIssueIdentitySecret({ id: bindingId, webchat }: ChannelBinding) {
  const agent = useAgent()
  const queries = useQueryClient()
  const [secret, setSecret] = useState<string>()
  const issuing = useMutation({
    mutationFn: () =>
      agent.api.post('/channels/{bindingId}/_rotateIdentitySecret', { path: { bindingId }, query: { overlapMinutes } }),
    onSuccess: ({ identitySecret }) => {
      setSecret(identitySecret)
      void queries.invalidateQueries({ queryKey: agent.key('channels') })
    },
    onError: notify.error,
    gcTime: 0,
  })
  const { replaceTitle: title, replaceText: text, replace: ok } = identityTexts
  const issue = async () => {
    if (!webchat?.identitySecret.set || (await askConfirmation({ title, text, ok, danger: true }))) issuing.mutate()
  }
  const forget = () => {
    setSecret(undefined)
    issuing.reset()
  }
  return { secret, issue, isIssuing: issuing.isPending, forget }
}
