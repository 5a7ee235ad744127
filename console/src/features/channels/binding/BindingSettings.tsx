import { NumberInput, Stack, Switch, Text, Textarea } from '@mantine/core'
import { isCarrierChannel } from '@parley/amf/channels'
import { Conflict, type Schema } from '@parley/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { strings } from '#i18n/channels.ts'
import { useAgent } from '../../../app/current-org.ts'
import { EditorFrame } from '../../../components/editor/EditorFrame.tsx'
import { type Editor, useEditor } from '../../../components/editor/useEditor.ts'
import type { ChannelBinding } from '../data.ts'
import { BindingSection } from './BindingSection.tsx'

type BindingSettingsForm = {
  delivery: { minMessageDelayMs: number | string }
  compliance: { enabled: boolean; disclaimerText: string }
  /** One origin per line. */
  webchat: { allowedOrigins: string }
}

/** Channels whose networks have opt-out rules. */

function toBindingSettingsForm({
  delivery,
  compliance,
  webchat,
}: Pick<ChannelBinding, 'delivery' | 'compliance' | 'webchat'>): BindingSettingsForm {
  return {
    delivery: { minMessageDelayMs: delivery?.minMessageDelayMs ?? '' },
    compliance: { enabled: compliance?.enabled ?? false, disclaimerText: compliance?.disclaimerText ?? '' },
    webchat: { allowedOrigins: webchat?.allowedOrigins.join('\n') ?? '' },
  }
}

/** An empty pace is cleared; compliance and web chat settings are sent only for channels that have them. */
function settingsPatch(
  form: BindingSettingsForm,
  binding: Pick<ChannelBinding, 'channel'>,
): Schema<'ChannelBindingPatch'> {
  const { minMessageDelayMs: pace } = form.delivery
  const { enabled, disclaimerText } = form.compliance
  return {
    delivery: pace === '' ? null : { minMessageDelayMs: Number(pace) },
    ...(isCarrierChannel(binding.channel) && {
      compliance: { enabled, disclaimerText: disclaimerText.trim() || null },
    }),
    ...(binding.channel === 'webchat' && { webchat: { allowedOrigins: listLines(form.webchat.allowedOrigins) } }),
  }
}

function listLines(text: string): string[] {
  return text.split(/[\s,]+/).filter((line) => line !== '')
}

const { binding: texts } = strings

export function BindingSettings({ binding }: { binding: ChannelBinding }) {
  const editor = useBindingSettings(binding)
  const isWebchat = binding.channel === 'webchat'
  return (
    <BindingSection title={isWebchat ? texts.webchatSettings : texts.settings}>
      <EditorFrame editor={editor}>
        {editor.ready && (
          <Stack>
            {isWebchat && <AllowedOrigins editor={editor} />}
            <Fields editor={editor} withCompliance={isCarrierChannel(binding.channel)} />
          </Stack>
        )}
      </EditorFrame>
    </BindingSection>
  )
}

function AllowedOrigins({ editor: { form } }: { editor: Editor<BindingSettingsForm> }) {
  return (
    <Textarea
      label={texts.origins}
      description={texts.originsHelp}
      placeholder={texts.originsExample}
      autosize
      minRows={2}
      maxRows={10}
      spellCheck={false}
      {...form.getInputProps('webchat.allowedOrigins')}
    />
  )
}

function Fields({
  editor: { form },
  withCompliance,
}: {
  editor: Editor<BindingSettingsForm>
  withCompliance: boolean
}) {
  const { enabled } = form.getValues().compliance
  return (
    <Stack>
      <NumberInput
        label={texts.pace}
        description={texts.paceHelp}
        hideControls
        allowDecimal={false}
        allowNegative={false}
        maw={320}
        {...form.getInputProps('delivery.minMessageDelayMs')}
      />
      {withCompliance ? (
        <>
          <Switch
            label={texts.compliance}
            description={texts.complianceHelp}
            {...form.getInputProps('compliance.enabled', { type: 'checkbox' })}
          />
          {enabled && (
            <Textarea
              label={texts.disclaimer}
              description={texts.disclaimerHelp}
              autosize
              minRows={2}
              maxLength={1000}
              {...form.getInputProps('compliance.disclaimerText')}
            />
          )}
        </>
      ) : (
        <Text size="sm" className="quiet">
          {texts.noCompliance}
        </Text>
      )}
    </Stack>
  )
}

/** A binding's ETag also changes with its status: it is a conflict only if these settings changed. */
function useBindingSettings(binding: ChannelBinding): Editor<BindingSettingsForm> {
  const agent = useAgent()
  const queries = useQueryClient()
  const path = { bindingId: binding.id }
  const base = useRef<BindingSettingsForm>(undefined)
  const patch = (form: BindingSettingsForm, headers: Record<string, string>) =>
    agent.api.raw('PATCH', '/channels/{bindingId}', { path, body: settingsPatch(form, binding), headers })
  const read = (signal?: AbortSignal) => agent.api.raw('GET', '/channels/{bindingId}', { path, signal })
  const editor = useEditor<BindingSettingsForm>({
    key: agent.key('channel-settings', binding.id),
    read,
    write: (form, headers) =>
      patch(form, headers).catch(async (error: unknown) => {
        if (!(error instanceof Conflict) || error.status !== 412) throw error
        const now = await read()
        const theirs = toBindingSettingsForm((await now.json()) as ChannelBinding)
        if (JSON.stringify(theirs) !== JSON.stringify(base.current)) throw error
        return patch(form, { 'if-match': now.headers.get('etag') ?? '*' })
      }),
    toForm: toBindingSettingsForm,
    onSaved: () => void queries.invalidateQueries({ queryKey: agent.key('channels') }),
  })
  base.current = editor.saved
  return editor
}
