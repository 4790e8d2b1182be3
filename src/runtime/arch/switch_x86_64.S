// x86_64, System V. Context: rbx 0, rbp 8, r12 16, r13 24, r14 32, r15 40, rsp 48, thread pointer 56, mxcsr 64, x87 control 68.
//
// All vector registers are caller-saved. The return address stays on the stack, so the saved rsp points at it. It is
// popped and jumped to rather than returned to: a `ret` to another stack is always mispredicted (measured: 18 ns, not 7).
// The control words are loaded only where they differ. There is deliberately no .note.gnu.property: the link then drops
// the CET marking and shadow stacks stay off.
	.text

	.macro SAVE context
	movq %rbx, 0(\context)
	movq %rbp, 8(\context)
	movq %r12, 16(\context)
	movq %r13, 24(\context)
	movq %r14, 32(\context)
	movq %r15, 40(\context)
	movq %rsp, 48(\context)
	stmxcsr 64(\context)
	fnstcw 68(\context)
	.endm

// Clobbers rax, rcx, rdi, r11 at most; \context must be rsi-free of these (it is r8).
	.macro WRITE_THREAD_POINTER context
	cmpl $0, heddle_can_write_fs(%rip)
	je 8f
	movq 56(\context), %rax
	wrfsbase %rax
	jmp 9f
8:	movq 56(\context), %rsi
	movl $0x1002, %edi            // ARCH_SET_FS
	movl $158, %eax               // arch_prctl uses no stack
	syscall
9:
	.endm

	.macro LOAD_REGISTERS context
	movq 0(\context), %rbx
	movq 8(\context), %rbp
	movq 16(\context), %r12
	movq 24(\context), %r13
	movq 32(\context), %r14
	movq 40(\context), %r15
	movq 48(\context), %rsp
	popq %rax
	jmp *%rax
	.endm

	.hidden heddle_can_write_fs

	.globl heddle_switch
	.hidden heddle_switch
	.type heddle_switch, @function
	.p2align 6
heddle_switch:                        // (Context* from, Context* to)
	.cfi_startproc
	SAVE %rdi
	movq %rsi, %r8
	movl 64(%rdi), %r9d           // the system call below would clobber rdi
	movzwl 68(%rdi), %r10d
	WRITE_THREAD_POINTER %r8
	xorl 64(%r8), %r9d
	testl $0xffc0, %r9d           // the control bits; status flags need not be kept (and loading them is slow)
	jnz 5f
4:	cmpw 68(%r8), %r10w
	jne 6f
3:	LOAD_REGISTERS %r8
5:	ldmxcsr 64(%r8)
	jmp 4b
6:	fldcw 68(%r8)
	jmp 3b
	.cfi_endproc
	.size heddle_switch, .-heddle_switch

	.globl heddle_load
	.hidden heddle_load
	.type heddle_load, @function
	.p2align 6
heddle_load:                          // (Context* to)
	.cfi_startproc
	movq %rdi, %r8
	WRITE_THREAD_POINTER %r8
	ldmxcsr 64(%r8)
	fldcw 68(%r8)
	LOAD_REGISTERS %r8
	.cfi_endproc
	.size heddle_load, .-heddle_load

	.globl heddle_orphan
	.hidden heddle_orphan
	.type heddle_orphan, @function
	.p2align 6
heddle_orphan:                        // (Context* save, uint32_t* word)
	.cfi_startproc
	SAVE %rdi
	movq %fs:0, %rax
	movq %rax, 56(%rdi)
	movl $1, (%rsi)
	movq %rsi, %rdi
	movl $129, %esi               // FUTEX_WAKE | FUTEX_PRIVATE_FLAG
	movl $1, %edx
	movl $202, %eax               // futex
	syscall
	xorl %edi, %edi
	movl $60, %eax                // exit: this kernel thread only
	syscall
	ud2
	.cfi_endproc
	.size heddle_orphan, .-heddle_orphan

	.globl heddle_inherit_floating_point
	.hidden heddle_inherit_floating_point
	.type heddle_inherit_floating_point, @function
heddle_inherit_floating_point:        // (Context*)
	.cfi_startproc
	stmxcsr 64(%rdi)
	fnstcw 68(%rdi)
	ret
	.cfi_endproc
	.size heddle_inherit_floating_point, .-heddle_inherit_floating_point

	.section .note.GNU-stack, "", @progbits
