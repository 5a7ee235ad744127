import { z } from 'zod'
import { timestamp } from '../../../platform/http/schemas.ts'

export const mailStatuses = ['waiting', 'sent', 'failed'] as const
export type MailStatus = (typeof mailStatuses)[number]

/** One mail to one recipient about one change, as shown to operators. */
export const AppointmentMail = z
  .strictObject({
    id: z.string(),
    appointmentId: z.string(),
    recipient: z.string(),
    subject: z.string(),
    status: z.enum(mailStatuses).meta({ description: '`failed` mails are not retried.' }),
    attempts: z.int(),
    lastError: z.string().optional().meta({ description: 'Why the last attempt failed, and what to do about it.' }),
    createdAt: timestamp,
    sentAt: timestamp.optional(),
  })
  .meta({
    id: 'AppointmentMail',
    examples: [
      {
        id: 'eml_01',
        appointmentId: 'apt_01',
        recipient: 'team@example.com',
        subject: 'Appointment booked: A Person, Thu, 31 Jan 2030, 10:00',
        status: 'waiting',
        attempts: 2,
        lastError: 'The mail server rejected the sign-in (535): correct the user and password in SMTP_URL.',
        createdAt: '2030-01-30T09:00:00.000Z',
      },
    ],
  })
export type AppointmentMail = z.infer<typeof AppointmentMail>
