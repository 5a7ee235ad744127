import type { PlaybookTemplate } from '../../entry.ts'
import { afterVisit } from './after-visit.ts'
import { answerQuestions } from './answer-questions.ts'
import { bookAppointment } from './book-appointment.ts'
import { complaint } from './complaint.ts'
import { eventInvitation } from './event-invitation.ts'
import { frontDesk } from './front-desk.ts'
import { giveFeedback } from './give-feedback.ts'
import { joinWaitlist } from './join-waitlist.ts'
import { membershipEnquiry } from './membership-enquiry.ts'
import { newEnquiryFollowUp } from './new-enquiry-follow-up.ts'
import { orderStatus } from './order-status.ts'
import { paymentQuestion } from './payment-question.ts'
import { productAdvice } from './product-advice.ts'
import { propertyEnquiry } from './property-enquiry.ts'
import { qualifyLead } from './qualify-lead.ts'
import { reachAPerson } from './reach-a-person.ts'
import { reminderReply } from './reminder-reply.ts'
import { requestQuote } from './request-quote.ts'
import { rescheduleOrCancel } from './reschedule-or-cancel.ts'
import { returns } from './returns.ts'
import { salesDesk } from './sales-desk.ts'
import { shopDesk } from './shop-desk.ts'
import { tableReservation } from './table-reservation.ts'
import { urgentRequest } from './urgent-request.ts'
import { vehicleEnquiry } from './vehicle-enquiry.ts'
import { winBack } from './win-back.ts'

export const playbookTemplates: PlaybookTemplate[] = [
  // Entry points: each can be an agent's default playbook.
  frontDesk,
  shopDesk,
  salesDesk,
  // Appointments.
  bookAppointment,
  rescheduleOrCancel,
  joinWaitlist,
  urgentRequest,
  tableReservation,
  // Advice and sales.
  qualifyLead,
  productAdvice,
  requestQuote,
  propertyEnquiry,
  vehicleEnquiry,
  membershipEnquiry,
  // Service.
  answerQuestions,
  complaint,
  reachAPerson,
  paymentQuestion,
  giveFeedback,
  orderStatus,
  returns,
  // For conversations that the business starts: the opener is a message template, and these take over from the first
  // reply.
  reminderReply,
  newEnquiryFollowUp,
  winBack,
  eventInvitation,
  afterVisit,
]
