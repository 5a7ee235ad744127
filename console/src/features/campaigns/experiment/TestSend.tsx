import { Button, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Invalid } from '@parley/sdk'
import { IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { channelName } from '#i18n/channel-names.ts'
import { strings } from '#i18n/experiments.ts'
import { strings as outreachTexts } from '#i18n/outreach.ts'
import { useAgent, useCan, useRouteIds } from '../../../app/current-org.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { groupErrorsByPath } from '../../../components/editor/field-path.ts'
import { FormActions } from '../../../components/FormActions.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { useOutreaches } from '../../outreach/shared/outreach-config.ts'
import { PersonPicker } from '../../outreach/shared/PersonPicker.tsx'
import type { Campaign } from '../campaign.ts'

const { test: texts } = strings
const storageKey = 'parley.test-number'
const kinds = (['address', 'person'] as const).map((value) => ({ value, label: texts.forms[value] }))

/** Sends the opener to the author, before anybody else gets it. */
export function TestSendButton({ campaign }: { campaign: Campaign }) {
  const can = useCan('editor')
  const [isOpen, { open, close }] = useDisclosure()
  if (!can || campaign.test) return null
  return (
    <>
      <Button variant="default" leftSection={<IconSend size={16} aria-hidden />} onClick={open}>
        {texts.button}
      </Button>
      {isOpen && <TestSendDialog campaign={campaign} onClose={close} />}
    </>
  )
}

type TestForm = { kind: string; number: string; personId?: string; channel: string; variantId: string | undefined }

function TestSendDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { variants = [], outreachId, chosenVariantId } = campaign
  const channels = useOutreaches().data?.find(({ id }) => id === outreachId)?.channels ?? ['rcs']
  const [ask, setAsk] = useState<TestForm>({
    kind: 'address',
    number: localStorage.getItem(storageKey) ?? '',
    channel: channels[0] ?? 'rcs',
    variantId: chosenVariantId ?? variants[0]?.id,
  })
  const set = (change: Partial<TestForm>) => setAsk((before) => ({ ...before, ...change }))
  const sending = useTestSend(campaign.id, ask)
  const errors = sending.error instanceof Invalid ? groupErrorsByPath(sending.error.errors) : {}
  const hasRecipient = ask.kind === 'address' ? ask.number.trim() !== '' : ask.personId !== undefined
  return (
    <Dialog onClose={onClose} title={texts.title}>
      <Stack>
        <Text size="sm">{texts.text}</Text>
        {sending.error && <RefusalSummary error={sending.error} />}
        <TestRecipient ask={ask} onChange={set} channels={channels} error={errors['recipient.address']} />
        {variants.length > 0 && (
          <Select
            label={texts.variant}
            data={variants.map(({ id }) => ({ value: id, label: strings.variant(id) }))}
            allowDeselect={false}
            value={ask.variantId ?? null}
            onChange={(variantId) => variantId && set({ variantId })}
          />
        )}
        <FormActions>
          <SentTest sendId={sending.data?.sendId} />
          <Button variant="default" onClick={onClose}>
            {outreachTexts.close}
          </Button>
          <Button loading={sending.isPending} disabled={!hasRecipient} onClick={() => sending.mutate()}>
            {texts.send}
          </Button>
        </FormActions>
      </Stack>
    </Dialog>
  )
}

function useTestSend(campaignId: string, { kind, number, channel, personId, variantId }: TestForm) {
  const agent = useAgent()
  return useMutation({
    mutationFn: () => {
      const isAddress = kind === 'address'
      const address = number.trim()
      if (isAddress) localStorage.setItem(storageKey, address)
      const recipient = isAddress ? { channel, address } : { personId: personId ?? '' }
      return agent.api.post('/campaigns/{campaignId}/test-send', {
        path: { campaignId },
        // The SDK's types accept no form of recipient here, although the API accepts each of them.
        body: { recipient: recipient as never, ...(variantId && { variantId }) },
      })
    },
  })
}

type TestRecipientProps = {
  ask: TestForm
  onChange: (change: Partial<TestForm>) => void
  channels: readonly string[]
  error: string | undefined
}

function TestRecipient({ ask, onChange, channels, error }: TestRecipientProps) {
  return (
    <>
      <SegmentedControl
        aria-label={texts.to}
        data={kinds}
        value={ask.kind}
        onChange={(kind) => onChange({ kind })}
        fullWidth
      />
      {ask.kind === 'person' && (
        <PersonPicker value={ask.personId} onChange={(person) => onChange({ personId: person?.id })} />
      )}
      {ask.kind === 'address' && (
        <TextInput
          type="tel"
          label={texts.number}
          description={texts.numberHint}
          value={ask.number}
          error={error}
          onChange={({ currentTarget }) => onChange({ number: currentTarget.value })}
        />
      )}
      {ask.kind === 'address' && channels.length > 1 && (
        <Select
          label={texts.channel}
          data={channels.map((value) => ({ value, label: channelName(value) }))}
          allowDeselect={false}
          value={ask.channel}
          onChange={(channel) => channel && onChange({ channel })}
        />
      )}
    </>
  )
}

function SentTest({ sendId }: { sendId: string | undefined }) {
  const routeIds = useRouteIds()
  if (!sendId) return null
  return (
    <>
      <Text size="sm" role="status">
        {texts.sent}
      </Text>
      <ButtonLink
        variant="default"
        to="/orgs/$org/agents/$agent/outreach/sends/$sendId"
        params={{ ...routeIds, sendId }}
      >
        {texts.openSend}
      </ButtonLink>
    </>
  )
}
