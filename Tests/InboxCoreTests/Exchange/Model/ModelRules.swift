/// The rules of a model: those of the exchange, or with one of them made naive.
struct ModelRules: Sendable {
  enum Transport { case registers, log, logInPlace }
  enum Counting { case byOrigin, oneNumber, increments, withoutFirst }
  enum Deciding { case asker, first, oneDecision }

  var transport = Transport.registers
  var counting = Counting.byOrigin
  var deciding = Deciding.asker
  /// Whether timestamps are never behind what was seen; else they are the machine's clock.
  var isHybrid = true
  /// Whether what the stream lacks is sent again.
  var repairs = true
  /// Whether a purge stays as a generation.
  var keepsPurges = true
  /// Whether the end of a snooze is a function of the state; else it is an event.
  var wakesByFunction = true
  /// Whether others are told of pruning.
  var tellsPruning = false
  /// Whether a pruned message leaves a mark.
  var marksPruning = true
  /// Whether a part that comes late never replaces a whole text.
  var knowsParts = true
  /// Whether each field of the content is joined alone.
  var joinsFields = true
  /// Whether a fold key gives a message its id.
  var namesFolds = true
  /// Whether each person has a state of their own.
  var separatesPersons = true
  /// Whether a new occurrence concerns every person.
  var raisesForAll = true
  /// Whether a status that is set after a snooze is never earlier than its end.
  var staysAfterSnooze = true
  /// Whether nothing is sent with a wrong key.
  var waitsForKey = true
  /// Whether a machine that was away for long holds back what the stream lacks.
  var holdsAfterAbsence = true
  /// Whether the mark of a purge ends by its timestamp.
  var endsMarks = true
  /// Whether a value of a newer version is never sent back.
  var restsWithNewer = true
  /// Whether a file that was put back from a backup is another origin.
  var renewsOrigin = true
  /// Whether a state notes what the person had seen; else the later time counts.
  var notesSeen = true
  /// Whether it notes that of each machine; else what is earlier than the last counts as seen.
  var notesEachMachine = true
  /// Whether a changed text brings back what is done.
  var notesAltered = true
  /// Whether news brings a pruned message back.
  var returnsWithNews = true
}

/// The rules that look right, and are not: the model finds a schedule against each.
enum NaiveRule: String, CaseIterable, Sendable {
  case logOwnEntriesSkipped, logOwnEntriesInPlace, wallClocks, noRepair, purgeWithoutMark
  case countAsOneNumber, countAsIncrements, firstAnswerSeen, wakeAsEvent, pruningTold
  case pruningWithoutMark
  // Those that the design left out, or has itself.
  case partsAsWholes, contentAsOneValue, randomFoldIDs, firstOccurrenceNotCounted
  case oneStateForAll, occurrenceForOnePerson, readBeforeEndOfSnooze, oneDecisionForAllAskers
  case sendingWithWrongKey, sendingAfterLongAbsence, marksWithoutEnd, newerValuesSentBack
  case backupWithOldOrigin, laterTimeCounts, pruningForGood
  case lastMachineCounts, changedTextIsNoNews

  /// A schedule that breaks something; the test looks for another one when the model has changed.
  var seed: UInt64 {
    switch self {
    case .logOwnEntriesSkipped, .logOwnEntriesInPlace, .wallClocks: 11
    case .noRepair, .countAsIncrements, .partsAsWholes, .contentAsOneValue: 1
    case .firstOccurrenceNotCounted, .occurrenceForOnePerson: 1
    case .purgeWithoutMark, .pruningTold, .pruningWithoutMark, .oneStateForAll: 2
    case .countAsOneNumber: 4
    case .randomFoldIDs: 8
    case .firstAnswerSeen: 18
    case .marksWithoutEnd: 25
    case .newerValuesSentBack: 40
    case .wakeAsEvent: 67
    case .oneDecisionForAllAskers: 126
    case .sendingAfterLongAbsence: 135
    case .readBeforeEndOfSnooze: 153
    case .sendingWithWrongKey: 282
    case .backupWithOldOrigin: 1_190
    case .laterTimeCounts, .pruningForGood, .lastMachineCounts, .changedTextIsNoNews: 1
    }
  }

  var rules: ModelRules {
    var rules = ModelRules()
    switch self {
    case .logOwnEntriesSkipped: rules.transport = .log
    case .logOwnEntriesInPlace: rules.transport = .logInPlace
    case .wallClocks: rules.isHybrid = false
    case .noRepair: rules.repairs = false
    case .purgeWithoutMark: rules.keepsPurges = false
    case .countAsOneNumber: rules.counting = .oneNumber
    case .countAsIncrements: rules.counting = .increments
    case .firstAnswerSeen: rules.deciding = .first
    case .wakeAsEvent: rules.wakesByFunction = false
    case .pruningTold: rules.tellsPruning = true
    case .pruningWithoutMark: rules.marksPruning = false
    case .partsAsWholes: rules.knowsParts = false
    case .contentAsOneValue: rules.joinsFields = false
    case .randomFoldIDs: rules.namesFolds = false
    case .firstOccurrenceNotCounted: rules.counting = .withoutFirst
    case .oneStateForAll: rules.separatesPersons = false
    case .occurrenceForOnePerson: rules.raisesForAll = false
    case .readBeforeEndOfSnooze: rules.staysAfterSnooze = false
    case .oneDecisionForAllAskers: rules.deciding = .oneDecision
    case .sendingWithWrongKey: rules.waitsForKey = false
    case .sendingAfterLongAbsence: rules.holdsAfterAbsence = false
    case .marksWithoutEnd: rules.endsMarks = false
    case .newerValuesSentBack: rules.restsWithNewer = false
    case .backupWithOldOrigin: rules.renewsOrigin = false
    case .laterTimeCounts: rules.notesSeen = false
    case .pruningForGood: rules.returnsWithNews = false
    case .lastMachineCounts: rules.notesEachMachine = false
    case .changedTextIsNoNews: rules.notesAltered = false
    }
    return rules
  }
}

/// What a schedule has broken.
enum Violation: String, CaseIterable, Sendable, Hashable {
  case messageOnSomeMachinesOnly, generationDiffers, contentDiffers, statusDiffers, pinDiffers
  case snoozeDiffers, doneDiffers, countDiffers, answerDiffers, registersDiffer
  case acknowledgedMessageLost, purgedMessageCameBack
  case changeWonOverOneThatHadSeenIt, newestChangeDoesNotStand, partStandsBeforeWhole
  case changeHadNoEffect, countIsNotNumberOfPushes, scriptActedOnAnotherAnswer
  case twoMessagesOfOneFoldKey, stateOfAnotherPerson, occurrenceNotSeenByAPerson
  case changeNotSeenByAPerson
  case newcomerSeesAnother, machinesNeverRest, markSentAfterItsEnd, valueChangedOnItsWay
}
