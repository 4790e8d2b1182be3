// aarch64, AAPCS64. Context: x19..x28 0, x29 80, x30 88, sp 96, thread pointer 104, d8..d15 112, fpcr 176.
	.text

	.macro SAVE context
	stp x19, x20, [\context, #0]
	stp x21, x22, [\context, #16]
	stp x23, x24, [\context, #32]
	stp x25, x26, [\context, #48]
	stp x27, x28, [\context, #64]
	stp x29, x30, [\context, #80]
	mov x9, sp
	mrs x10, tpidr_el0
	stp x9, x10, [\context, #96]
	stp d8, d9, [\context, #112]
	stp d10, d11, [\context, #128]
	stp d12, d13, [\context, #144]
	stp d14, d15, [\context, #160]
	mrs x11, fpcr
	str x11, [\context, #176]
	.endm

// Writing FPCR is slow: only where it differs from x11, the value in force.
	.macro LOAD context
	ldr x12, [\context, #176]
	cmp x12, x11
	b.eq 7f
	msr fpcr, x12
7:	ldp x19, x20, [\context, #0]
	ldp x21, x22, [\context, #16]
	ldp x23, x24, [\context, #32]
	ldp x25, x26, [\context, #48]
	ldp x27, x28, [\context, #64]
	ldp x29, x30, [\context, #80]
	ldp x9, x10, [\context, #96]
	mov sp, x9
	msr tpidr_el0, x10
	ldp d8, d9, [\context, #112]
	ldp d10, d11, [\context, #128]
	ldp d12, d13, [\context, #144]
	ldp d14, d15, [\context, #160]
	ret
	.endm

	.globl heddle_switch
	.hidden heddle_switch
	.type heddle_switch, %function
	.balign 64
heddle_switch:                        // (Context* from, Context* to)
	.cfi_startproc
	SAVE x0
	LOAD x1
	.cfi_endproc
	.size heddle_switch, .-heddle_switch

	.globl heddle_load
	.hidden heddle_load
	.type heddle_load, %function
	.balign 64
heddle_load:                          // (Context* to)
	.cfi_startproc
	mrs x11, fpcr
	LOAD x0
	.cfi_endproc
	.size heddle_load, .-heddle_load

// Where a context made by make_context() begins; its function is in x19. There is no caller: unwinding ends here.
	.globl heddle_enter
	.hidden heddle_enter
	.type heddle_enter, %function
heddle_enter:
	.cfi_startproc
	.cfi_undefined x30
	mov x30, xzr
	br x19
	.cfi_endproc
	.size heddle_enter, .-heddle_enter

	.globl heddle_orphan
	.hidden heddle_orphan
	.type heddle_orphan, %function
	.balign 64
heddle_orphan:                        // (Context* save, uint32_t* word)
	.cfi_startproc
	SAVE x0
	mov w13, #1
	stlr w13, [x1]
	mov x0, x1
	mov x1, #129                  // FUTEX_WAKE | FUTEX_PRIVATE_FLAG
	mov x2, #1
	mov x8, #98                   // futex
	svc #0
	mov x0, #0
	mov x8, #93                   // exit: this kernel thread only
	svc #0
	brk #1
	.cfi_endproc
	.size heddle_orphan, .-heddle_orphan

	.globl heddle_inherit_floating_point
	.hidden heddle_inherit_floating_point
	.type heddle_inherit_floating_point, %function
heddle_inherit_floating_point:        // (Context*)
	.cfi_startproc
	mrs x11, fpcr
	str x11, [x0, #176]
	ret
	.cfi_endproc
	.size heddle_inherit_floating_point, .-heddle_inherit_floating_point

	.section .note.GNU-stack, "", %progbits
