import { Fieldset, Select, Stack, TextInput } from '@mantine/core'
import { words } from '#words/setup.ts'
import type { Editor } from '../../../parts/editor/useEditor.ts'
import { PartFrame } from '../../../parts/section/PartFrame.tsx'
import { usePart } from '../../../parts/section/usePart.ts'
import { SecretField } from '../SecretField.tsx'
import { type NotificationsForm, sentNotifications, shownNotifications } from './form.ts'

const { notifications: said } = words

const noSections = () => ({})

/** Who of the team hears of what happens, and by what mail goes out. */
export function NotificationsPart() {
  const part = usePart({
    path: '/notifications',
    shown: shownNotifications,
    sent: sentNotifications,
    sections: noSections,
  })
  return (
    <PartFrame part={part} section="notifications" title={words.tabs.notifications} lead={said.lead}>
      {part.editor.ready && (
        <Stack maw={640}>
          <Team editor={part.editor} />
          <Mail editor={part.editor} />
        </Stack>
      )}
    </PartFrame>
  )
}

type Given = { editor: Editor<NotificationsForm> }

function Team({ editor: { form, readOnly } }: Given) {
  const { operator, slackWebhookUrl } = form.values
  return (
    <Fieldset legend={said.team}>
      <Stack>
        <Select
          label={said.by}
          description={said.byHelp}
          data={said.ways}
          {...form.getInputProps('operator.provider')}
          allowDeselect={false}
        />
        {operator.provider === 'email' && (
          <TextInput label={said.toAddress} type="email" {...form.getInputProps('operator.toAddress')} />
        )}
        {operator.provider === 'slack' && (
          <SecretField
            form={form}
            path="slackWebhookUrl"
            value={slackWebhookUrl}
            label={said.slack}
            description={said.slackHelp}
            readOnly={readOnly}
          />
        )}
      </Stack>
    </Fieldset>
  )
}

function Mail({ editor: { form, readOnly } }: Given) {
  const { email, emailApiKey } = form.values
  return (
    <Fieldset legend={said.mail}>
      <Stack>
        <Select
          label={said.provider}
          description={said.providerHelp}
          data={said.providers}
          {...form.getInputProps('email.provider')}
          allowDeselect={false}
        />
        {email.provider !== '' && (
          <>
            <TextInput label={said.fromAddress} type="email" {...form.getInputProps('email.fromAddress')} />
            <TextInput label={said.fromName} {...form.getInputProps('email.fromName')} />
            {email.provider === 'mailgun' && (
              <TextInput label={said.domain} {...form.getInputProps('email.mailgunDomain')} />
            )}
            <SecretField form={form} path="emailApiKey" value={emailApiKey} label={said.apiKey} readOnly={readOnly} />
          </>
        )}
      </Stack>
    </Fieldset>
  )
}
