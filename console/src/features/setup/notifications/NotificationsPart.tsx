import { Fieldset, Select, Stack, TextInput } from '@mantine/core'
import { strings } from '#i18n/setup.ts'
import type { Editor } from '../../../components/editor/useEditor.ts'
import { SectionFrame } from '../../../components/section/SectionFrame.tsx'
import { useAgentSection } from '../../../components/section/useAgentSection.ts'
import { SecretField } from '../SecretField.tsx'
import { type NotificationsForm, toNotificationsBody, toNotificationsForm } from './notifications-form.ts'

const { notifications: texts } = strings

const noSections = () => ({})

/** Settings for team notifications and for sending mail. */
export function NotificationsPart() {
  const part = useAgentSection({
    path: '/notifications',
    toForm: toNotificationsForm,
    toBody: toNotificationsBody,
    sections: noSections,
  })
  return (
    <SectionFrame part={part} section="notifications" title={strings.tabs.notifications} lead={texts.lead}>
      {part.editor.ready && (
        <Stack maw={640}>
          <Team editor={part.editor} />
          <Mail editor={part.editor} />
        </Stack>
      )}
    </SectionFrame>
  )
}

type Props = { editor: Editor<NotificationsForm> }

function Team({ editor: { form, readOnly } }: Props) {
  const { operator, slackWebhookUrl } = form.values
  return (
    <Fieldset legend={texts.team}>
      <Stack>
        <Select
          label={texts.by}
          description={texts.byHelp}
          data={texts.ways}
          {...form.getInputProps('operator.provider')}
          allowDeselect={false}
        />
        {operator.provider === 'email' && (
          <TextInput label={texts.toAddress} type="email" {...form.getInputProps('operator.toAddress')} />
        )}
        {operator.provider === 'slack' && (
          <SecretField
            form={form}
            path="slackWebhookUrl"
            value={slackWebhookUrl}
            label={texts.slack}
            description={texts.slackHelp}
            readOnly={readOnly}
          />
        )}
      </Stack>
    </Fieldset>
  )
}

function Mail({ editor: { form, readOnly } }: Props) {
  const { email, emailApiKey } = form.values
  return (
    <Fieldset legend={texts.mail}>
      <Stack>
        <Select
          label={texts.provider}
          description={texts.providerHelp}
          data={texts.providers}
          {...form.getInputProps('email.provider')}
          allowDeselect={false}
        />
        {email.provider !== '' && (
          <>
            <TextInput label={texts.fromAddress} type="email" {...form.getInputProps('email.fromAddress')} />
            <TextInput label={texts.fromName} {...form.getInputProps('email.fromName')} />
            {email.provider === 'mailgun' && (
              <TextInput label={texts.domain} {...form.getInputProps('email.mailgunDomain')} />
            )}
            <SecretField form={form} path="emailApiKey" value={emailApiKey} label={texts.apiKey} readOnly={readOnly} />
          </>
        )}
      </Stack>
    </Fieldset>
  )
}
